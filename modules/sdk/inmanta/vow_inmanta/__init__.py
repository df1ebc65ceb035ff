"""The helper: conversations with vow in lines of JSON."""
