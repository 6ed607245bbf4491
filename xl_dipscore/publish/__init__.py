"""Pages of an event, made of what its workbook stores."""
