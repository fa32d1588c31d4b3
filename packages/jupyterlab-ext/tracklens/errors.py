"""Errors with messages for the user of the notebook."""

from __future__ import annotations


class TracklensError(Exception):
    """Raised when something cannot be displayed. `remedy` describes how to fix it.

    IPython shows only the message and the remedy: a traceback into this package would not help the user.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy

    def _render_traceback_(self) -> list[str]:
        return [f"Tracklens: {self.message}", *([self.remedy] if self.remedy else [])]


class ConfigurationError(TracklensError):
    """Raised when no service or API key is configured, or when the configuration is invalid."""


class MissingService(ConfigurationError):
    """Raised when no service or no API key is configured."""


class NoServiceInBrowser(ConfigurationError):
    """Raised by all functions that need a service where Python runs in a browser.

    A page cannot keep an API key, and browsers do not let Python connect to a service.
    """

    def __init__(self) -> None:
        super().__init__(
            "Python in a browser (Pyodide) cannot connect to a service: saved outputs are drawn, but new ones cannot be made.",
            "Open the notebook in JupyterLab or Notebook to run it.",
        )


class NoHomeFolder(ConfigurationError):
    """Raised when something would be stored in the home folder of a user who has none."""

    def __init__(self) -> None:
        super().__init__("This user has no home folder.", "Set HOME to a folder of this user.")


class ServiceUnreachable(TracklensError):
    """Raised when there is no response: nothing listens, the host name is unknown, or the request timed out."""


class KeyRefused(TracklensError):
    """Raised when the service rejects the API key, or the key has no access."""


class NotFound(TracklensError):
    """Raised when the requested object does not exist on the service."""


class ServiceFailed(TracklensError):
    """Raised for an error status, an invalid response, or a request to wait too long."""


class QueryError(TracklensError, ValueError):
    """Raised for a query that cannot be understood, or that names what no experiment of the project has."""


class MissingPackage(TracklensError, ImportError):
    """Raised when an optional package, such as pandas, is not installed."""
