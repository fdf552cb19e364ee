"""The words of each kind of question: what is asked, and why the right answer is right."""
