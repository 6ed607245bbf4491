"""The items of the menu, a file each or a few that belong together. A new file here is a new item."""
