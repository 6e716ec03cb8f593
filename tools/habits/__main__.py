"""``python -m habits``: print each breach of a house habit in the repository; end with 1 if there is one."""

import sys
from pathlib import Path

from habits import Habit, Project, addresses, documents, imports, names

HABITS: tuple[Habit, ...] = (
    *(names.metaphors, names.table_ids, names.names_of_games, names.twin_modules),
    *(imports.words_and_pictures, imports.faces, imports.only_the_product, imports.only_what_is_declared),
    *(documents.links, documents.paths, documents.variables, documents.options_of_servers, documents.commands),
    *(documents.moves, documents.tour, documents.records, documents.measurements, documents.changelog),
    *(documents.glossary, documents.security),
    *(addresses.in_templates, addresses.in_scripts, addresses.in_styles, addresses.in_modules),
)


def main(root: Path) -> int:
    """Print the breaches in a repository; return the exit code."""
    project = Project(root)
    breaches = [breach for habit in HABITS for breach in habit(project)]
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parents[2]))
