"""The named view of `display_project`, whatever a service responds."""

import json
import threading
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import tracklens
from tracklens.calls import _arrangement
from tracklens.address import ServiceAddress
from tracklens.service import Service

STATE = {"version": 1, "charts": {"palette": "okabe-ito", "smoothing": {"method": "ema", "amount": 0.9}}}
INITIAL = {"version": 1}


@contextmanager
def a_service(answer, status):
    """A server on this machine with one answer to everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

        def log_message(self, *_) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            with Service(ServiceAddress(f"http://127.0.0.1:{server.server_port}", "key", "a test")) as service:
                yield service
        finally:
            server.shutdown()
            thread.join()


def arranged(answer, view_id="v", status=200):
    with a_service(answer, status) as service:
        return _arrangement(service, "w", "p", view_id)


def views(*records):
    return {"views": list(records)}


class NamedView(unittest.TestCase):
    def test_its_state_comes_with_its_id(self) -> None:
        self.assertEqual(arranged(views({"viewId": "u", "state": {}}, {"viewId": "v", "state": STATE})), {**STATE, "view": "v"})

    def test_without_one_the_view_has_the_initial_state(self) -> None:
        known = views({"viewId": "v", "state": STATE})
        self.assertEqual(arranged(known, None), INITIAL)
        self.assertEqual(arranged(known, "other"), INITIAL)
        self.assertEqual(arranged(views({"viewId": "v"})), INITIAL)
        self.assertEqual(arranged(views({"viewId": "v", "state": {**STATE, "version": 2}})), INITIAL)

    def test_without_an_id_it_is_the_default_view_of_the_project(self) -> None:
        known = views({"viewId": "u", "state": {}}, {"viewId": "v", "state": STATE, "isDefault": True})
        self.assertEqual(arranged(known, None), {**STATE, "view": "v"})
        self.assertEqual(arranged(known, "u"), {**INITIAL, "view": "u"})

    def test_a_service_without_named_views_gives_the_initial_state(self) -> None:
        for status in (400, 401, 403, 404, 500):
            self.assertEqual(arranged({"msg": "no such endpoint"}, status=status), INITIAL)
        for answer in (b"<html>", [], {"views": None}, {"views": [None, 1]}):
            self.assertEqual(arranged(answer), INITIAL)
        with Service(ServiceAddress("http://127.0.0.1:9", "key", "a test")) as nobody:
            self.assertEqual(_arrangement(nobody, "w", "p", "v"), INITIAL)

    def test_an_invalid_state_is_left_out(self) -> None:
        self.assertEqual(arranged(views({"viewId": "v", "state": None})), INITIAL)
        for hostile in (1, [], "x", {"version": True}, {"version": "1"}, {"version": 1.0}):
            found = arranged(views({"viewId": "v", "state": hostile}))
            # As text: True and 1.0 are equal to 1.
            self.assertEqual(json.dumps(found), json.dumps({**INITIAL, "view": "v"}))

    def test_a_wrong_argument_is_rejected_before_a_request(self) -> None:
        for arguments, words in (
            (("", "p"), r"'' is not the name of a workspace\. .+"),
            (("w",), r"The name of the project is missing\. Write tracklens\.display_project\('w', \"<project>\"\)\."),
            (("w", 7), r"7 is not the name of a project\. .+"),
            (("w", "p", ""), r"'' is not the id of a named view\. .+ leave it out"),
            (("w", "p", 7), r"7 is not the id of a named view\. .+"),
        ):
            with self.assertRaisesRegex(tracklens.TracklensError, words):
                tracklens.display_project(*arguments)


if __name__ == "__main__":
    unittest.main()
