"""What accounts tell the rest of the house, which they know nothing of."""

from django.dispatch import Signal

# sent with `user` when the deletion of an account is carried out, in that transaction and before anything is
# wiped; a receiver that raises stops it. Receivers may lock tables and matches: the user's row is locked later.
# It may yet be rolled back, so what leaves the database (messages, tasks) belongs in transaction.on_commit.
person_leaving = Signal()

# sent with `user`; a receiver returns {section: JSON-able data}, what it keeps about that person
data_wanted = Signal()

# sent with `kind`, `person` and `other` (users) when `person` has done something about `other` that the other should
# hear of, in that transaction: asked to be friends (FRIEND_ASKED), accepted (FRIEND_ACCEPTED), or taken back or turned
# down what was asked or agreed (FRIEND_NO_MORE), so that what was told of it is out of date. Of a block that is new or
# taken back (BLOCKED, UNBLOCKED) the other is told nothing: what the two may do and read is to be looked at anew
tied = Signal()
FRIEND_ASKED, FRIEND_ACCEPTED, FRIEND_NO_MORE = "friend_asked", "friend_accepted", "friend_no_more"
BLOCKED, UNBLOCKED = "blocked", "unblocked"
