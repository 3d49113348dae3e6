"""What every family of games shares: cards, the shuffle, refusals, records, scenario files."""
