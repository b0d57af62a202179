"""The director's computer: boards set up by themselves between rounds, the page, the wall screen.

`host_tools.tournament` judges and keeps; here its decisions reach the tables, and people see them.
"""
