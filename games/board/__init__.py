"""The table page, cut into regions: what each shows to one seat, and its HTML."""
