"""Raw cell values to Boards, options and games; names every bad cell."""
