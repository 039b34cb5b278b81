"""A browser and a JupyterLab for the whole session; a page for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .jupyterlab import Lab, Open

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
#: No sandbox: containers run as root. The rest keeps the browser from calling home.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
WIDTH, HEIGHT = 1280, 900


@pytest.fixture(scope="session")
def browser():
    """The Chromium of this system; a skip with its reason where there is none. Nothing is downloaded."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = [shutil.which(name) for name in NAMES] + [place for place in PLACES if Path(place).exists()]
    path = next(filter(None, found), None)
    if path is None:
        pytest.skip(f"no browser found: install one of {', '.join(NAMES[:4])}")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def context(browser):
    """A fresh browser profile that reaches this machine alone."""
    made = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    here = ("http://127.0.0.1", "file:", "data:", "blob:")
    made.route(lambda url: not url.startswith(here), lambda route: route.abort())
    made.set_default_timeout(60_000)  # a busy machine is no failure
    yield made
    made.close()


@pytest.fixture
def page(context):
    """A page of the test's own, empty."""
    made = context.new_page()
    yield made
    made.close()


@pytest.fixture(scope="session")
def lab_page(context):
    """The page JupyterLab is in, for all tests."""
    return context.new_page()


@pytest.fixture(scope="session")
def lab(browser, tmp_path_factory):
    """One JupyterLab for all tests; asking for the browser first means that without one it never starts."""
    server = Lab(tmp_path_factory.mktemp("course"))
    try:
        server.wait()
        yield server
    finally:
        server.stop()


@pytest.fixture
def open_notebook(lab, lab_page):
    """A function name -> `Open`; what is still open at the end of the test is closed."""
    opened = []

    def make(name: str, page=None) -> Open:
        opened.append(Open(page or lab_page, lab, name))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def notebook(lab, open_notebook, request):
    """A function (*cells) -> `Open`: a notebook of these cells, made, opened and run."""

    def make(*cells: str) -> Open:
        name = "".join(c if c.isalnum() else "_" for c in request.node.name) + ".ipynb"
        made = open_notebook(lab.add(name, *cells))
        made.run_all()
        return made

    return make
