"""The command line of corefscore."""
