"""Kafka's JSON dialect: text in; values at once, a tree with places on demand."""
