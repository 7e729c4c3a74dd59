"""Floor reports on paper and as a workbook: the figures of the console, digit by digit."""
