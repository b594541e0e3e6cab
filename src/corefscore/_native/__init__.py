"""The native part, in C: fast readers, numbers for spans, assignments. No policy, no message."""
