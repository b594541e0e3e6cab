"""The native part, in C: fast readers, numbers for spans, assignments. It has no policies and no messages."""
