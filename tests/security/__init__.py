"""Untrusted files, failing disks, signals: nothing is lost, nothing hangs, nothing is injected."""
