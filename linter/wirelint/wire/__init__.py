"""What a message is in bytes: layouts, codec, examples, witnesses."""
