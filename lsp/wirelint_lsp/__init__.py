"""The language server: pygls on the outside, the same engine within."""
