"""The CPU player: what a seat answers, from what that seat may see and nothing else.

Pure: the rules and the standard library only, no clock, no randomness, no Django.
"""

from games.cpu.player import choose

__all__ = ["choose"]
