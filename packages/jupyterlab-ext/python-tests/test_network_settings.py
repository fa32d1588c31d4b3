"""Proxies and certificates of the environment, for services on other machines and for Node.js."""

import os
import unittest
from importlib.util import find_spec
from unittest import mock

from tracklens.address import ServiceAddress
from tracklens.errors import ConfigurationError
from tracklens.network_client import NetworkClient, client_settings
from tracklens.proxy_settings import Proxy, service_proxy, with_proxies

SERVICE = "https://tracker.example"
NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "ssl_cert_dir")


def environment(**variables: str) -> "mock._patch_dict":
    """Replaces the settings of the environment."""
    others = {name: value for name, value in os.environ.items() if name.lower() not in NAMES}
    return mock.patch.dict(os.environ, {**others, **variables}, clear=True)


class ServiceProxies(unittest.TestCase):
    def test_an_address_is_read_as_other_programs_read_it(self) -> None:
        cases = {
            "proxy.corp:8080": "http://proxy.corp:8080",
            "http://proxy.corp:8080/": "http://proxy.corp:8080",
            "https://user:p%40ss@proxy.corp": "https://user:p%40ss@proxy.corp",
            "socks5h://127.0.0.1:1080": "socks5://127.0.0.1:1080",
            " http://[::1]:3128 ": "http://[::1]:3128",
        }
        for setting, address in cases.items():
            with self.subTest(setting), environment(HTTPS_PROXY=setting):
                self.assertEqual(service_proxy(SERVICE), Proxy(address, "HTTPS_PROXY"))

    def test_the_proxy_is_that_of_the_scheme_or_of_every_scheme(self) -> None:
        with environment(http_proxy="a:1", ALL_PROXY="b:2"):
            self.assertEqual(service_proxy("http://tracker.example"), Proxy("http://a:1", "http_proxy"))
            self.assertEqual(service_proxy(SERVICE), Proxy("http://b:2", "ALL_PROXY"))

    def test_services_can_be_excluded_whatever_else_is(self) -> None:
        for excluded in ("tracker.example", ".example", "*", "fe80::/10,tracker.example", "a:bad, tracker.example"):
            with self.subTest(excluded), environment(HTTPS_PROXY="proxy.corp:8080", NO_PROXY=excluded):
                self.assertIsNone(service_proxy(SERVICE))
                self.assertIsNone(client_settings(ServiceAddress(SERVICE, "key", "a test")).get("proxy"))
        with environment(HTTPS_PROXY="proxy.corp:8080", NO_PROXY="fe80::/10,a:bad"):
            self.assertIsNotNone(service_proxy(SERVICE))

    def test_a_setting_that_is_no_proxy_is_named_without_its_password(self) -> None:
        for setting in ("socks://proxy.corp:1", "http://user:secret@a:port", "http://u:secret@", "http://u:%zzsecret@a"):
            with self.subTest(setting), environment(https_proxy=setting), self.assertRaises(ConfigurationError) as raised:
                service_proxy(SERVICE)
            self.assertEqual(raised.exception.message, "https_proxy is not the address of a proxy.")
            self.assertNotIn("secret", str(raised.exception))


class ClientSettings(unittest.TestCase):
    def client_of(self, root: str) -> NetworkClient:
        client = NetworkClient(ServiceAddress(root, "key", "a test"), {}, 1, 1)
        self.addCleanup(client.close)
        return client

    def test_invalid_settings_are_named(self) -> None:
        for name, value in (("ALL_PROXY", "socks://a:1"), ("SSL_CERT_FILE", "/nowhere/roots.pem"), ("SSL_CERT_FILE", __file__)):
            with self.subTest(name), environment(**{name: value}), self.assertRaisesRegex(ConfigurationError, name):
                self.client_of(SERVICE)

    @unittest.skipIf(find_spec("socksio"), "socksio is installed")
    def test_the_package_for_socks_proxies_is_named(self) -> None:
        with environment(ALL_PROXY="socks5://a:1"), self.assertRaisesRegex(ConfigurationError, "ALL_PROXY.*socksio"):
            self.client_of(SERVICE)

    def test_a_local_service_needs_none_of_them(self) -> None:
        with environment(ALL_PROXY="socks://a:1", SSL_CERT_FILE="/nowhere/roots.pem"):
            self.client_of("https://localhost:1")


class NodeSettings(unittest.TestCase):
    def test_only_proxies_that_node_can_use_are_passed(self) -> None:
        given = {"PATH": "/bin", "HTTP_PROXY": "a:1", "https_proxy": "socks5h://b:2", "NO_PROXY": "c"}
        passed = with_proxies(given, takes_socks=True)
        self.assertEqual((passed["http_proxy"], passed["https_proxy"], passed["PATH"]), ("http://a:1", "socks5://b:2", "/bin"))
        self.assertRegex(passed["no_proxy"], r"^c,.*127\.0\.0\.1")
        self.assertNotIn("HTTP_PROXY", passed)
        self.assertNotIn("https_proxy", with_proxies(given, takes_socks=False))
        self.assertEqual(with_proxies({"PATH": "/bin", "https_proxy": "socks4://a:1", "NODE_USE_ENV_PROXY": "1"}, True), {"PATH": "/bin"})


if __name__ == "__main__":
    unittest.main()
