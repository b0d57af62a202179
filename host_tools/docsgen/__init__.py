"""Pages of the handbook that are made from data; parts and drawings are made here.

python -m host_tools.docsgen      write all of them again
"""

COMMAND = "python -m host_tools.docsgen"
