"""An event as data: what was played, what it scored, and what decides it."""
