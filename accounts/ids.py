"""Names for addresses that nobody can guess; row numbers never leave the house."""

import secrets

# letters and digits that are not mistaken for one another when read aloud or copied by hand
ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def new_public_id() -> str:
    """Twelve characters, about 69 bits, safe in an address."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_removed_number() -> int:
    """The number by which a removed account is told apart from others: eight digits, drawn at random."""
    return 10_000_000 + secrets.randbelow(90_000_000)
