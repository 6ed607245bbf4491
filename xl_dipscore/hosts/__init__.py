"""Where the worksheet functions meet the programs that call them."""
