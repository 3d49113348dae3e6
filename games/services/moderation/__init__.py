"""What those who look after the site do about people, tables and matches, and what people say against it."""
