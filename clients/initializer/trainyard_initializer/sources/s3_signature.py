"""Signatures of GETs without a body: Amazon's Signature Version 4, as S3 wants it."""

import hashlib
import hmac

_NO_BODY = hashlib.sha256(b"").hexdigest()


class Signature:
    """For one host, region and service. What is the same for a day is calculated once."""

    def __init__(self, host, region, service):
        self._host = host
        self._scope = (region, service, "aws4_request")
        self._of_day = (None, None)

    def headers(self, credentials, path, wanted, stamp):
        """All headers of a request for an encoded path; `wanted` has names in lower case and values without spaces, `stamp` is a time such as 20261123T190000Z."""
        headers = {**wanted, "host": self._host, "x-amz-content-sha256": _NO_BODY, "x-amz-date": stamp}
        if credentials.token:
            headers["x-amz-security-token"] = credentials.token
        names = sorted(headers)
        signed = ";".join(names)
        lines = "".join(f"{name}:{headers[name]}\n" for name in names)
        canonical = hashlib.sha256(f"GET\n{path}\n\n{lines}\n{signed}\n{_NO_BODY}".encode()).hexdigest()
        scope = "/".join((stamp[:8], *self._scope))
        key = self._key(credentials.secret_key, stamp[:8])
        digest = hmac.digest(key, f"AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{canonical}".encode(), "sha256").hex()
        headers["authorization"] = f"AWS4-HMAC-SHA256 Credential={credentials.access_key}/{scope}, SignedHeaders={signed}, Signature={digest}"
        return headers

    def _key(self, secret, day):
        known, key = self._of_day
        if known != (secret, day):
            key = f"AWS4{secret}".encode()
            for each in (day, *self._scope):
                key = hmac.digest(key, each.encode(), "sha256")
            # Both at once: other threads sign meanwhile.
            self._of_day = ((secret, day), key)
        return key
