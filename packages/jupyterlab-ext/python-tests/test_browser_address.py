"""The address that a browser opens for a page of the service, whatever the service responds."""

import json
import unittest

import httpx

from tracklens.address import ServiceAddress
from tracklens.service import Service

KEY = "secretOfTheService"
LOCAL = "http://127.0.0.1:5055"
PAGE = "/w/p/k?experiment-tab=chart"
LINK = f"{LOCAL}/api/page/sign-in/once"


def address_and_requests(root, respond):
    """Returns the address for the page, and the requests that were sent for it."""
    requests = []

    def handle(request):
        requests.append(request)
        return respond(request)

    with Service(ServiceAddress(root, KEY, "a test"), httpx.MockTransport(handle)) as service:
        return service.browser_address(root + PAGE), requests


def responding(status, body):
    """Returns a function that responds to each request with a status and a body."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda _: httpx.Response(status, content=content)


class BrowserAddress(unittest.TestCase):
    def test_the_local_service_gives_a_link_that_signs_in_to_the_page(self) -> None:
        address, requests = address_and_requests(LOCAL, responding(200, {"url": LINK}))
        self.assertEqual(address, LINK)
        self.assertEqual([json.loads(request.content) for request in requests], [{"path": PAGE}])
        self.assertNotIn(KEY, str(requests[0].url) + requests[0].content.decode())

    def test_a_link_can_be_limited_to_a_user(self) -> None:
        requests = []

        def handle(request):
            requests.append(json.loads(request.content))
            return httpx.Response(200, json={"url": LINK})

        with Service(ServiceAddress(LOCAL, KEY, "a test"), httpx.MockTransport(handle)) as service:
            self.assertEqual(service.browser_address(LOCAL + PAGE, 1000), LINK)
        self.assertEqual(requests, [{"path": PAGE, "uid": 1000}])

    def test_a_service_with_accounts_gets_no_request_and_is_opened_at_the_page_itself(self) -> None:
        for root in ("https://service.example", "http://127.0.0.1.evil.example"):
            self.assertEqual(address_and_requests(root, responding(200, {"url": LINK})), (root + PAGE, []))

    def test_a_service_that_gives_no_such_link_is_opened_at_the_page_itself(self) -> None:
        for status, body in (
            (404, {"msg": "There is nothing"}),
            (404, {"url": LINK}),
            (303, {"url": LINK}),
            (200, b"<h1>Welcome</h1>"),
            (200, b"[" * 100_000),
            (200, b"\xff"),
            (200, [LINK]),
            (200, {}),
            (200, {"url": 7}),
            (200, {"url": "nothing"}),
            (200, {"url": "http://127.0.0.1:9999/api/page/sign-in/once"}),
            (200, {"url": f"{LOCAL}.evil.example/api/page/sign-in/once"}),
            (200, {"url": f"{LOCAL}@evil.example/"}),
        ):
            with self.subTest(status=status, body=body):
                self.assertEqual(address_and_requests(LOCAL, responding(status, body))[0], LOCAL + PAGE)

    def test_a_service_that_does_not_respond_is_opened_at_the_page_itself(self) -> None:
        def refused(request):
            raise httpx.ConnectError("refused", request=request)

        self.assertEqual(address_and_requests(LOCAL, refused)[0], LOCAL + PAGE)


if __name__ == "__main__":
    unittest.main()
