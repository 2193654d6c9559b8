"""Lints Apache Kafka-style message schemas and version-gate tables."""

__version__ = "0.1.0"
