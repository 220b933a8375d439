"""The rules of cribbage for two, three and four seats.

Pure: standard library only, no clock, no randomness, no Django. The state is
immutable; `rules.apply` turns a state and an action into the next state and
the public events that led there; `view.view` is what one seat may see of it.
"""
