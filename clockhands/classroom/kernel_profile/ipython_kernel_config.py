"""IPython's configuration in the kernels of build and checks."""

c = get_config()  # noqa: F821 - IPython puts it here
c.HistoryManager.enabled = False  # no database shared between kernels, none left behind
c.Application.log_level = 40  # errors only: notes on how front ends connect are no news here
