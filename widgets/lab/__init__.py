"""The playtest lab: two ways of playing a game beside each other, many games of each, and records of people.

`page.py` takes the page's messages, `choosing.py` is what is compared, `running.py` and `worker.py` play the games in a
process of their own, `results.py` puts them into charts and sentences, `replay.py` shows one of them as a table, and
`people.py` makes one table of many records.
"""
