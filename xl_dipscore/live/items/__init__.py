"""The items of the menu, related ones in one file. Files in this folder are found by themselves."""
