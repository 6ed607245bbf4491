"""The items of the menu, related items in one file. The menu imports every file in this folder."""
