"""Text with tags for its mentions, as language models write it."""
