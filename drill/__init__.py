"""A drill: robots play at a whole site while its parts are killed, and a judge looks for harm.

Run it with `make drill`; docs/drill.md says what it finds out.
"""
