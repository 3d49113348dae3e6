"""What can be measured: `./dev bench NAME [--json]`, one module each."""
