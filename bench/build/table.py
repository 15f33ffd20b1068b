"""table.py PAGE < ROWS: inserts rows into the table between the page's markers; they replace rows with the same first cell."""

import sys

BEGIN, END = "<!-- measured -->\n", "<!-- end -->\n"


def name(row: str) -> str:
    return row.split("|")[1].strip()


path = sys.argv[1]
page = open(path).read()
before, rest = page.split(BEGIN)
table, after = rest.split(END)
rows = {name(row): row for row in table.splitlines()[2:]}
rows |= {name(row): row for row in sys.stdin.read().splitlines() if row}
table = "".join(f"{row}\n" for row in ["| what | measured |", "|---|---|", *rows.values()])
open(path, "w").write(before + BEGIN + table + END + after)
