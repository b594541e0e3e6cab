"""One small program for each scorer: it reads key and response, computes what that scorer has, and prints the F1s."""
