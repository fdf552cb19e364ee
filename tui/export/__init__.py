"""A record in other forms: text for people, and a page of HTML."""
