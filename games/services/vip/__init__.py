"""Who is a VIP: given and taken back, by codes as well, and ended on time. What it gives: accounts.rights."""
