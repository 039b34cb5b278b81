"""The course as a learner meets it: a real JupyterLab in a real Chromium, pressed by tests.

`conftest.py` has the fixtures, `jupyterlab.py` starts the server and drives a notebook. All tests of this
folder run in one worker (see `clockhands.classroom.pytest_plugin`), so that one server serves them all.
"""
