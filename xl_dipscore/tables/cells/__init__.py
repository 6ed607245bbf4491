"""Turn raw cell values into Boards, options and games, with a fault for every bad cell."""
