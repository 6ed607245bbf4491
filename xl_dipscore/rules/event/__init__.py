"""An event as data: its games, their scores, and the settings that decide it."""
