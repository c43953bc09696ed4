"""The HTTP interface of worklog, whose answers become a value or one of the errors here.

No error, and so no log, contains the token or the address of a feed.
"""

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
import ssl
from typing import Any

import aiohttp
from yarl import URL

TIMEOUT = aiohttp.ClientTimeout(total=15)
# what the endpoint, beside 404, answers to an event that it will never record
FINAL = {400, 405, 409, 413, 415, 422}


class WorklogError(Exception):
    """worklog did not do what it was asked; reason is a key of the translations."""

    reason = "cannot_connect"
    retry_after: float | None = None


class TimedOut(WorklogError):
    """worklog did not answer in time."""

    reason = "timeout"


class InvalidCertificate(WorklogError):
    """The certificate is not one that Home Assistant trusts."""

    reason = "certificate"


class NotWorklog(WorklogError):
    """Something else answered."""

    reason = "not_worklog"


class Unauthorized(WorklogError):
    """The token is wrong."""

    reason = "invalid_auth"


class NoAPI(WorklogError):
    """The configuration of worklog has no [presence_integration]."""

    reason = "no_api"
    sentence = "API indisponible"


class TooOld(WorklogError):
    """This worklog does not know the path."""

    reason = "too_old"
    sentence = "Ressource introuvable"


class NoToken(WorklogError):
    """worklog has no token."""

    reason = "no_token"


class Busy(WorklogError):
    """worklog asks for patience, in seconds."""

    reason = "busy"

    def __init__(self, retry_after: float) -> None:
        """Keep the seconds."""
        super().__init__()
        self.retry_after = retry_after


class Refused(WorklogError):
    """worklog will never record this event."""

    reason = "refused"

    def __init__(self, status: int, sentence: str) -> None:
        """Keep the answer."""
        super().__init__(f"{status} {sentence}")
        self.answer = f"{status} {sentence}".strip()


def base_address(text: str) -> str | None:
    """Return the address below which worklog is, or None if the text is none."""
    text = text.strip()
    if "://" not in text:
        text = f"http://{text}"
    try:
        url = URL(text)
    except ValueError:
        return None
    if url.scheme not in ("http", "https") or not url.host or url.user:
        return None
    return str(url.with_query(None).with_fragment(None)).rstrip("/")


class Client:
    """worklog at an address, for the bearer of a token."""

    def __init__(
        self, session: aiohttp.ClientSession, address: str, token: str
    ) -> None:
        """Keep what a request needs."""
        self._session = session
        self.address = address
        self._bearer = {"Authorization": f"Bearer {token}"}
        self._etags: dict[str, tuple[str, dict[str, Any]]] = {}

    async def feeds(self) -> dict[str, str | None]:
        """Return the paths of the feeds by name, None for one that is not made.

        worklog names them as the world sees it; the address that the user gave is the one
        that this machine reaches, so only the paths are kept.
        """
        answer = await self._request("GET", "/feeds/", headers=self._bearer)
        if "presence" not in answer:
            raise NotWorklog
        return {
            name: address[address.index("/feeds/") :]
            if isinstance(address, str) and "/feeds/" in address
            else None
            for name, address in answer.items()
        }

    async def read(
        self, path: str, params: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Return the feed at a path."""
        etag, kept = self._etags.get(path, ("", {}))
        headers = {"If-None-Match": etag} if etag else {}
        return await self._request(
            "GET", path, headers=headers, params=params, kept=kept
        )

    async def send(self, kind: str, occurred_at: datetime, key: str) -> None:
        """Record an event; one that was recorded before is recorded."""
        try:
            answer = await self._request(
                "POST",
                "/api/v1/workplace-presence",
                headers=self._bearer,
                json={
                    "event": kind,
                    "occurred_at": occurred_at.isoformat(),
                    "idempotency_key": key,
                },
            )
        except (NoAPI, TooOld) as err:
            raise Refused(HTTPStatus.NOT_FOUND, err.sentence) from err
        if answer.get("status") not in ("created", "replayed"):
            raise NotWorklog

    async def _request(
        self,
        method: str,
        path: str,
        *,
        kept: dict[str, Any] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        try:
            async with self._session.request(
                method,
                self.address + path,
                allow_redirects=False,  # the token is for this address alone
                timeout=TIMEOUT,
                **options,
            ) as response:
                if response.status == HTTPStatus.NOT_MODIFIED and kept:
                    return kept
                try:
                    answer = await response.json(content_type=None)
                except ValueError:
                    answer = None
                if not isinstance(answer, dict):
                    answer = {}
                _raise_for(response, str(answer.get("error", "")))
                if etag := response.headers.get("ETag"):
                    self._etags[path] = (etag, answer)
                return answer
        # without the causes, whose texts contain the address of a feed
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientConnectorCertificateError, ssl.SSLError):
            raise InvalidCertificate from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise WorklogError from None


def _raise_for(response: aiohttp.ClientResponse, error: str) -> None:
    status = response.status
    if 200 <= status < 300:
        return
    if status == HTTPStatus.SERVICE_UNAVAILABLE and error == NoAPI.sentence:
        raise NoToken  # which waiting does not end, whatever Retry-After says
    wait = response.headers.get("Retry-After", "")
    if status == HTTPStatus.TOO_MANY_REQUESTS or wait.isdecimal():
        raise Busy(float(wait) if wait.isdecimal() else 60)
    if not error:
        # a proxy's page, or that of another program
        if status >= 500:
            raise WorklogError
        raise NotWorklog
    if status == HTTPStatus.UNAUTHORIZED:
        raise Unauthorized
    if status == HTTPStatus.NOT_FOUND:
        raise NoAPI if error == NoAPI.sentence else TooOld
    if status in FINAL:
        raise Refused(status, error)
    raise WorklogError
