"""Schemas and tables of keys are those of the program. JOURDAIN_UPDATE_DOCS=1 writes them anew."""

import os
import re

from program import ROOT, ProgramTest

UPDATE = os.environ.get("JOURDAIN_UPDATE_DOCS")
KINDS = ("model", "motion", "log-map")
TABLE = re.compile(r"^<!-- keys of ([\w-]+): ([\w ]+) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


def table_text(rows):
    """A table without the columns in which nothing stands."""
    columns = [column for column in ("key", "unit", "default", "meaning") if any(row[column] for row in rows)]
    lines = [columns, ["---"] * len(columns)]
    lines += [[(row[column] or "").replace("|", "\\|") for column in columns] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


class Keys(ProgramTest):
    def test_the_schemas_are_those_of_the_program(self):
        for kind in KINDS:
            path = ROOT / "schema" / f"jourdain-{kind}.schema.json"
            text = self.run_program("keys", kind, "--schema").stdout
            if UPDATE:
                path.write_text(text)
            self.assertEqual(path.read_text(), text, f"JOURDAIN_UPDATE_DOCS=1 ctest -R cli.Keys writes {path.name} anew")

    def test_the_tables_of_the_manual_are_those_of_the_program(self):
        shown = set()
        tables = {kind: self.run_json("keys", kind)["tables"] for kind in KINDS}

        def table(match):
            shown.add((match[1], match[2]))
            rows = tables[match[1]][match[2].replace(" ", "_")]["rows"]
            return f"<!-- keys of {match[1]}: {match[2]} -->\n{table_text(rows)}<!-- end -->"

        for page in sorted((ROOT / "docs").glob("*.md")):
            text = page.read_text()
            made = TABLE.sub(table, text)
            if UPDATE:
                page.write_text(made)
            else:
                self.assertEqual(text, made, f"JOURDAIN_UPDATE_DOCS=1 ctest -R cli.Keys writes {page.name} anew")
        every = {(kind, table["title"]) for kind in KINDS for table in tables[kind].values()}
        self.assertEqual(shown, every, "each table stands in the manual once")
