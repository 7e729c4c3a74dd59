"""The dealer school: layouts to pay, irregularities to answer and mistakes to find.

`catalog.py` draws an exercise, `exercise.py` says what one is and grades answers, `examination.py`
draws whole examinations. Every key is the settlement engine's own.
"""
