"""The named view of `display_project`, whatever a service answers about it."""

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
UNTOUCHED = {"version": 1}


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
    def test_its_arrangement_comes_with_its_id(self) -> None:
        self.assertEqual(arranged(views({"viewId": "u", "state": {}}, {"viewId": "v", "state": STATE})), {**STATE, "view": "v"})

    def test_without_one_the_view_is_as_nobody_has_touched_it(self) -> None:
        known = views({"viewId": "v", "state": STATE})
        self.assertEqual(arranged(known, None), UNTOUCHED)
        self.assertEqual(arranged(known, "other"), UNTOUCHED)
        self.assertEqual(arranged(views({"viewId": "v"})), UNTOUCHED)
        self.assertEqual(arranged(views({"viewId": "v", "state": {**STATE, "version": 2}})), UNTOUCHED)

    def test_without_an_id_it_is_the_one_that_the_project_opens_in(self) -> None:
        known = views({"viewId": "u", "state": {}}, {"viewId": "v", "state": STATE, "isDefault": True})
        self.assertEqual(arranged(known, None), {**STATE, "view": "v"})
        self.assertEqual(arranged(known, "u"), {**UNTOUCHED, "view": "u"})

    def test_nor_does_a_service_without_named_views_end_anything(self) -> None:
        for status in (400, 401, 403, 404, 500):
            self.assertEqual(arranged({"msg": "no such endpoint"}, status=status), UNTOUCHED)
        for answer in (b"<html>", [], {"views": None}, {"views": [None, 1]}):
            self.assertEqual(arranged(answer), UNTOUCHED)
        with Service(ServiceAddress("http://127.0.0.1:9", "key", "a test")) as nobody:
            self.assertEqual(_arrangement(nobody, "w", "p", "v"), UNTOUCHED)

    def test_a_state_that_is_none_is_left_out(self) -> None:
        for hostile in (None, 1, [], "x", {"version": True}, {"version": "1"}, {"version": 1.0}):
            self.assertIn(arranged(views({"viewId": "v", "state": hostile})), (UNTOUCHED, {**UNTOUCHED, "view": "v"}))

    def test_a_wrong_argument_is_refused_in_words_before_anything_is_asked(self) -> None:
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
