"""Recordings of experiments, `.tracklens` files, that pages send to be opened."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import authorized
from tornado import web

from ..data_folder import recordings_folder
from ..errors import NoHomeFolder, TracklensError
from ..node_process import node_process
from .handlers import TracklensHandler
from .local_service import LocalServices

_MAX_FILE_BYTES = 20_000_000
"""Maximum size of a recording in bytes, also of the service."""

_MAX_NAME_LENGTH = 40


class RecordingHandler(TracklensHandler):
    """Returns what a recording contains (POST)."""

    @web.authenticated
    @authorized
    async def post(self) -> None:
        content = recording_content(self.json_object())
        summary = await asyncio.to_thread(node_process.recording_summary, base64.b64encode(content).decode())
        self.finish(json.dumps(summary))


def recording_content(given: dict[str, Any]) -> bytes:
    """Returns the bytes of the recording in a request. Raises TracklensError for one that is too large or damaged."""
    try:
        content = base64.b64decode(re.sub(r"\s", "", str(given.get("content") or "")), validate=True)
    except (ValueError, binascii.Error):
        raise TracklensError("The content of the recording is damaged.", "Open the file again.") from None
    if len(content) > _MAX_FILE_BYTES:
        raise TracklensError(f"A recording has at most {_MAX_FILE_BYTES // 1_000_000} MB.", "Record fewer experiments.")
    return content


def recording_name(given: dict[str, Any]) -> str:
    """Returns the name of the connection of a recording, from the name of its file."""
    name = re.sub(r"\s+", " ", str(given.get("name") or "")).strip().removesuffix(".tracklens")[:_MAX_NAME_LENGTH].strip()
    return name if name and name.isprintable() else "Recording"


def recording_folder(content: bytes) -> Path:
    """Returns the data folder of a recording, which is also that of `tracklens demo --recording`."""
    folder = recordings_folder()
    if folder is None:
        raise NoHomeFolder
    return folder / hashlib.sha256(content).hexdigest()[:16]


async def start_recording(services: LocalServices, content: bytes) -> str:
    """Starts the service of a recording, which loads it at its first start. Returns its data folder.

    Raises TracklensError with the message of the service when it does not start; a new folder is then removed.
    """
    folder = recording_folder(content)
    is_new = not folder.exists()
    try:
        file = await asyncio.to_thread(_written, folder, content)
        await services.start(str(folder), "--recording", str(file))
    except BaseException:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return str(folder)


def _written(folder: Path, content: bytes) -> Path:
    """Writes the file of a recording into its data folder."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / "recording.tracklens"
    file.write_bytes(content)
    return file
