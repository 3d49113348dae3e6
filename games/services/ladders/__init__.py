"""Ladders: which matches count for one, what a result does to the ratings, who stands where, seasons.

`skill` is the arithmetic, without rows. A rating changes once a match, in the transaction that writes the result
(`results.apply`, called by `services.ending`).
"""
