import functools

import pytest

from .scripted import WAYS
from .scripted import play as play_script


@pytest.fixture(params=WAYS)
def way(request):
    return request.param


@pytest.fixture
def play(way):
    """`play(replies, tools, ...)`, once for each way to drive the loop."""
    return functools.partial(play_script, way)
