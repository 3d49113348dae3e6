"""The peer of `./dev bench table`: a plain Channels consumer that commits what a move commits and renders nothing."""
