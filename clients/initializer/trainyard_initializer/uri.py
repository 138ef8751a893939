"""Storage URIs, taken apart by hand: buckets may hold `_`, and keys `?`, `#`, `%` and spaces, which URL parsers treat as their own."""

from dataclasses import dataclass

from trainyard_initializer.failure import ExitCode, Failure

SCHEMES = ("s3", "gs", "hf", "pvc", "http", "https", "file")


@dataclass(frozen=True)
class StorageUri:
    """`scheme://authority/path`; the scheme in lower case, the rest as it was written, the path without its first slash."""

    scheme: str
    authority: str
    path: str
    text: str

    @staticmethod
    def parse(text, variable="STORAGE_URI"):
        supported = ", ".join(f"{scheme}://" for scheme in SCHEMES)
        if not text:
            raise Failure(ExitCode.CONFIGURATION, f"{variable} is not set; set storageUri to an address that begins with one of {supported}")
        scheme, separator, rest = text.partition("://")
        if not separator or not scheme:
            raise Failure(ExitCode.CONFIGURATION, f'{variable} is "{text}", which names no scheme; it begins with one of {supported}')
        scheme = scheme.lower()
        if scheme not in SCHEMES:
            raise Failure(ExitCode.CONFIGURATION, f"{variable}: the scheme {scheme}:// is not known; known are {supported}")
        authority, _, path = rest.partition("/")
        if not authority and scheme != "file":
            raise Failure(ExitCode.CONFIGURATION, f"{variable}: {text} lacks a name after {scheme}://")
        return StorageUri(scheme, authority, path, text)

    def __str__(self):
        return self.text
