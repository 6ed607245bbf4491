"""Read and change cells, formulas and parts of workbook files in place. It knows no Diplomacy."""
