"""What can be done at a table: the one road in for people, bots and clocks alike."""
