"""Runs the `tracklens` command: `python -m tracklens`."""

import sys

from .command import main

sys.exit(main())
