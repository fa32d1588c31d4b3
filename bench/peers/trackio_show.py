"""Serves Trackio's dashboard on the port of the first argument until it is ended."""

import sys

import trackio

trackio.show(server_port=int(sys.argv[1]), open_browser=False, block_thread=True)
