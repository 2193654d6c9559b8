"""What the editor asks, one file per capability: functions from a file and a place to answers."""
