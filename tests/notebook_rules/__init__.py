"""The template, budgets and teaching rules of the chapters, each a function: notebook in, problems out."""

from notebook_rules import prose, teaching, template
from notebook_rules.cells import Cell, Notebook

RULES = {
    rule.__name__: rule
    for module in (template, teaching, prose)
    for rule in vars(module).values()
    if callable(rule) and getattr(rule, "is_rule", False)
}

__all__ = ["RULES", "Cell", "Notebook"]
