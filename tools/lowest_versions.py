"""Print the oldest allowed version of each dependency, as ``pip install`` takes them.

``make lowest`` and CI install these over the newest ones and run the tests, so that the bounds in
``pyproject.toml`` say what is true.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from packaging.requirements import Requirement

from tests.support.fresh_interpreter import ROOT


def lowest(requirements: list[str]) -> Iterator[str]:
    """``name==version`` of each requirement; raises ValueError if one has no lower bound."""
    for line in requirements:
        wanted = Requirement(line)
        bounds = [bound.version for bound in wanted.specifier if bound.operator in (">=", "==")]
        if len(bounds) != 1:
            raise ValueError(f"{line} needs one lower bound")
        yield f"{wanted.name}=={bounds[0]}"


def main() -> None:
    """Print those of the game, and of the extra for browsers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    print(*lowest(project["dependencies"] + project["optional-dependencies"]["web"]), sep="\n")


if __name__ == "__main__":
    main()
