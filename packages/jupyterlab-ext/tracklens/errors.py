"""What can go wrong, in words for the person at the notebook."""

from __future__ import annotations


class TracklensError(Exception):
    """Something could not be shown. `remedy` is the way out.

    IPython shows the two sentences alone: the place in this package where the error arose helps nobody.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy

    def _render_traceback_(self) -> list[str]:
        return [f"Tracklens: {self.message}", *([self.remedy] if self.remedy else [])]


class ConfigurationError(TracklensError):
    """No service or no API key is configured, or what is configured cannot be read."""


class ServiceUnreachable(TracklensError):
    """No answer came: nothing listens, the name is unknown, or it took too long."""


class KeyRefused(TracklensError):
    """The service does not accept the API key, or the key may not see this."""


class NotFound(TracklensError):
    """The service does not know what was asked for."""


class ServiceFailed(TracklensError):
    """The service answered, but not with what was asked for."""
