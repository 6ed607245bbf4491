"""Pages of an event, made from the values that its workbook stores."""
