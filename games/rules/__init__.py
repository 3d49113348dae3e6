"""The rules of the games: cards and moves in, events out. No Django, no clock, no network."""
