"""Who is let in: requests to an own name, from the own page, with the cookie that an address was worth.

A page of another origin can make the browser send requests here, and with DNS that changes (rebinding) it can
do so under its own name. Both are seen by the headers Host and Origin, which no page can set. Another user of
the machine can send any header; the token keeps those out.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from ipaddress import ip_address

LOOPBACK = "localhost"
EVERYWHERE = ("0.0.0.0", "::", "")
"""Addresses to listen on that stand for all addresses of the machine, and are no names."""
TOKEN_BYTES = 24
_HOST = re.compile(
    r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?P<port>:\d{1,5})?", re.IGNORECASE
)


class Gate:
    """What a request has to bring.

    Args:
        names: The names and addresses that the server may be called by, besides those of the own machine.
        port: The port, for the name of the cookie: browsers give cookies to every port of a name.
        tokens: Whether a cookie is demanded, and a token for it.
    """

    def __init__(self, names: Iterable[str], port: int, *, tokens: bool) -> None:
        self._names = frozenset(map(_plain, names)) | {LOOPBACK}
        self.cookie_name = f"furiten-{port}"
        self.cookie = secrets.token_urlsafe(TOKEN_BYTES)
        self.token = secrets.token_urlsafe(TOKEN_BYTES) if tokens else ""
        """The token of the next browser; empty if none is demanded."""

    def knows_host(self, hosts: list[str], own_address: str) -> bool:
        """Whether the Host headers of a request are one, which names this server.

        The address that the connection has come to is always a name: no page can be called by an address that
        is not its server's.
        """
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None:
            return False
        try:
            name = _plain(found["name"])
        except UnicodeError:
            return False
        return name in self._names or _is_loopback(name) or name == _plain(own_address)

    def knows_origin(self, origins: list[str], host: str) -> bool:
        """Whether the Origin headers of a request are one, which is the page of this very host and port."""
        own = (f"http://{host}".lower(), f"https://{host}".lower())
        return len(origins) == 1 and origins[0].lower() in own

    def has_cookie(self, cookie: str | None) -> bool:
        """Whether a request may go on without a token."""
        return not self.token or (cookie is not None and _same(cookie, self.cookie))

    def redeem(self, token: str | None) -> bool:
        """Whether the token is the one that nobody has used yet. It is used now, and there is another."""
        if token is None or not self.token or not _same(token, self.token):
            return False
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        return True


def is_host_name(name: str) -> bool:
    """Whether it is a host name or an address as a browser may send it, without a port."""
    try:
        plain = _plain(name)
    except UnicodeError:
        return False
    found = _HOST.fullmatch(f"[{plain}]" if ":" in plain else plain)
    return found is not None and found["port"] is None


def _plain(name: str) -> str:
    """A host as it is compared: small letters, international names as DNS has them, IPv6 without brackets.

    Raises UnicodeError if DNS cannot have it.
    """
    name = name.strip("[]").lower()
    try:
        return str(ip_address(name.partition("%")[0]))
    except ValueError:
        pass
    return name.encode("idna").decode("ascii")


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _same(given: str, wanted: str) -> bool:
    return secrets.compare_digest(given.encode(errors="replace"), wanted.encode())
