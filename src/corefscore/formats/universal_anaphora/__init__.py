"""Universal Anaphora: columns for identity, bridging and discourse deixis, in the exploded form."""
