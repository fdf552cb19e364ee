"""Practice, independent of any screen: sessions, stored answers, schedule, progress, explanations."""
