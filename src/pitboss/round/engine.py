"""The engine's number: which decisions a journal was written by.

A table and every round name the number of the engine that decides them. The number rises with
every change by which the same order at the same table would bring about other facts: a payout, an
order of settlement, a remedy. The rules themselves have editions of their own.

1   every journal that names no number
2   payouts of the second Maryland and PMG Progressive tables, the order of Maryland's Envy, Iowa's
    dead hands and tips as they are now; facts in place of words in the events
"""

from typing import Final

ENGINE: Final = 2
"""The number of the engine that is running."""
ENGINE_UNNAMED: Final = 1
"""The number of every engine that wrote journals without one."""
