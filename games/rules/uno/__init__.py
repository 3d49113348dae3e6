"""The UNO family: the printed rules, the house rules folded over them, the match."""
