"""Second step: do the request's options fit each other and the model? One function per rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clockhands.mock.api_error import invalid_request
from clockhands.mock.models import Model
from clockhands.mock.tokens import estimate_input

__all__ = ["check_length", "check_options"]

Body = dict[str, Any]

# Betas that raise a limit, and to what, in tokens.
_LONGER_OUTPUT = {"output-128k-2025-02-19": 128_000, "output-300k-2026-03-24": 300_000}
_LONGER_CONTEXT = {"context-1m-2025-08-07": 1_000_000}
# Tools whose names the request does not show.
_NAMELESS_TOOLS = ("mcp_toolset", "browser_toolset_20260801", "computer_toolset_20260801")


def check_options(body: Body, model: Model, beta: str | None) -> None:
    """Refuse options the API would refuse. body: of the right shape."""
    for rule in RULES:
        rule(body, model, beta or "")


def check_choice_has_tools(body: Body, model: Model, beta: str) -> None:
    """Forcing a call needs the tool; `auto` and `none` do not."""
    choice, tools = body.get("tool_choice") or {}, body.get("tools") or []
    if choice.get("type") == "any" and not tools:
        raise invalid_request("tool_choice.any may only be specified while providing tools")
    if choice.get("type") != "tool" or any(tool.get("type") in _NAMELESS_TOOLS for tool in tools):
        return
    if choice["name"] not in {tool.get("name") for tool in tools}:
        raise invalid_request(f"Tool '{choice['name']}' not found in provided tools")


def check_model_can_be_forced(body: Body, model: Model, beta: str) -> None:
    """The 5.5 generation chooses for itself."""
    if _is_forced(body) and not model.forced_tools:
        raise invalid_request('tool_choice: type "tool" and "any" are not supported for this model.')


def check_thinking_fits(body: Body, model: Model, beta: str) -> None:
    """`thinking.type: enabled` goes with older models, and not with a forced call."""
    if (body.get("thinking") or {}).get("type") != "enabled":
        return
    if not model.manual_thinking:
        raise invalid_request(
            '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.'
        )
    if _is_forced(body):
        raise invalid_request("Thinking may not be enabled when tool_choice forces tool use.")


def check_max_tokens(body: Body, model: Model, beta: str) -> None:
    """`max_tokens` may not exceed the model's largest output."""
    asked = body.get("max_tokens", 0)
    allowed = max(model.max_output, _raised(_LONGER_OUTPUT, beta))
    if asked > allowed:
        raise invalid_request(
            f"max_tokens: {asked} > {allowed}, which is the maximum allowed number of output tokens for "
            f"{body['model']}"
        )


def check_effort(body: Body, model: Model, beta: str) -> None:
    """Effort levels differ by model; some have none."""
    effort = (body.get("output_config") or {}).get("effort")
    if effort is None or effort in model.efforts:
        return
    if not model.efforts:
        raise invalid_request("This model does not support the effort parameter.")
    raise invalid_request(
        f"This model does not support effort level '{effort}'. Supported levels: "
        f"{', '.join(sorted(model.efforts))}."
    )


RULES: tuple[Callable[[Body, Model, str], None], ...] = (
    check_choice_has_tools,
    check_model_can_be_forced,
    check_thinking_fits,
    check_max_tokens,
    check_effort,
)


def check_length(body: Body, model: Model, beta: str | None) -> int:
    """The prompt must fit the context window, by our estimate. This is where an endless loop ends."""
    allowed = max(model.context, _raised(_LONGER_CONTEXT, beta or ""))
    try:
        tokens = estimate_input(body)
    except RecursionError as error:
        raise invalid_request(f"The request body is not valid JSON: {error}") from None
    if tokens > allowed:
        raise invalid_request(f"prompt is too long: {tokens} tokens > {allowed} maximum")
    return tokens


def _is_forced(body: Body) -> bool:
    return (body.get("tool_choice") or {}).get("type") in ("any", "tool")


def _raised(limits: dict[str, int], beta: str) -> int:
    return max((tokens for name, tokens in limits.items() if name in beta), default=0)
