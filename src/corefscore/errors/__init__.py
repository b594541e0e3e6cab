"""Error analysis: what went wrong, mention by mention, and what each kind of error costs."""
