"""What people have done in all their matches together, and what they have earned by it.

`tally` says what a person did in one match, `accounts` adds it up, `measures` says how far that goes towards each
achievement; none of them asks the database. `keep` keeps it with every result (called by `services.ending`),
`recount` makes it anew from the moves, `shown` reads it for pages.
"""
