"""Workbooks and formulas, without Diplomacy: the file format and a calculator."""
