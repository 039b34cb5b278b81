"""The toy model: rules that read a Messages API request and answer it, deterministic and offline."""

from clockhands.mock.toy.model import ToyModel

__all__ = ["ToyModel"]
