"""The game: boards, scoring systems, events, draws and circuits. It knows no cell; standard library only."""
