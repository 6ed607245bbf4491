"""The file format of workbooks: cells, formulas and parts, changed in place. It knows no Diplomacy."""
