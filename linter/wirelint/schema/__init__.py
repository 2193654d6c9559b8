"""Message schemas: the model, the builder, defaults, the published JSON Schema."""
