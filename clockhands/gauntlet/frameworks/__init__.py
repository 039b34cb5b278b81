"""Adapters: loops other people wrote, as `run(client, tools, prompt)`, with the settings they come with.

Only the SDK's own runner is always there. The others are an optional extra (`pip install
"clockhands[frameworks]"`), and each is imported when it is asked for.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clockhands.errors import ConfigurationError

__all__ = ["ADAPTERS", "Adapter", "adapter", "installed"]


@dataclass(frozen=True)
class Adapter:
    """Where an adapter is. needs: modules that must be there; distributions: whose versions to report."""

    module: str
    needs: tuple[str, ...]
    distributions: tuple[str, ...]


ADAPTERS: dict[str, Adapter] = {
    "sdk_runner": Adapter("sdk_runner", ("anthropic",), ("anthropic",)),
    "openai_agents": Adapter("openai_agents", ("agents", "litellm"), ("openai-agents", "litellm")),
    "pydantic_ai": Adapter("pydantic_ai", ("pydantic_ai", "anthropic"), ("pydantic-ai-slim",)),
    "langgraph": Adapter(
        "langgraph",
        ("langgraph", "langchain", "langchain_anthropic"),
        ("langgraph", "langchain", "langchain-anthropic"),
    ),
    "smolagents": Adapter("smolagents", ("smolagents", "litellm"), ("smolagents", "litellm")),
}


def installed() -> list[str]:
    """The adapters whose frameworks are here."""
    return [name for name, made in ADAPTERS.items() if not _missing(made)]


def adapter(name: str) -> Callable[..., Any]:
    """The loop of this framework, with `name`, `versions` and `capabilities` for the report.

    ConfigurationError when there is no such adapter, or the framework is not installed.
    """
    if name not in ADAPTERS:
        raise ConfigurationError(f"there is no adapter {name!r}; there are: {', '.join(ADAPTERS)}")
    made = ADAPTERS[name]
    missing = _missing(made)
    if missing:
        raise ConfigurationError(
            f"{name} needs {', '.join(missing)}, not installed here; pip install 'clockhands[frameworks]'"
        )
    loop: Any = importlib.import_module(f"clockhands.gauntlet.frameworks.{made.module}").run
    loop.name = name
    loop.versions = {d: importlib.metadata.version(d) for d in made.distributions}
    loop.capabilities = ()
    return loop


def _missing(made: Adapter) -> list[str]:
    return [module for module in made.needs if importlib.util.find_spec(module) is None]
