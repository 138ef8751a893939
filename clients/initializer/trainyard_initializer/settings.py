"""The program's whole input: environment variables, by the names that Kubeflow's initializers and the stores' own tools know."""

from dataclasses import dataclass, field

from trainyard_initializer.failure import ExitCode, Failure
from trainyard_initializer.patterns import Selection
from trainyard_initializer.uri import StorageUri

# Values of these never appear in what is printed.
SECRETS = (
    "ACCESS_TOKEN",
    "HF_TOKEN",
    "HUGGING_FACE_HUB_TOKEN",
    "HUGGING_FACE_TOKEN",
    "token",
    "ACCESS_KEY_ID",
    "SECRET_ACCESS_KEY",
    "SESSION_TOKEN",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "GCS_CREDENTIAL",
    "HTTP_PASSWORD",
)


@dataclass(frozen=True)
class Settings:
    """What the user asks for. `environment` is only read by the source, for what its own scheme needs."""

    kind: str
    uri: StorageUri
    target: str
    environment: dict = field(repr=False)
    allow: tuple = ()
    ignore: tuple = None
    concurrency: int = 8
    # 0: as many as are of use.
    processes: int = 0
    retries: int = 5
    timeout: float = 60.0
    verify: bool = True
    unpack: bool = False
    # Of one archive.
    unpack_max_gib: int = 200
    unpack_max_members: int = 2_000_000
    cache: str = ""
    copies_claims: bool = False

    @staticmethod
    def read(kind, environment):
        """The settings of `dataset` or `model`; None where nothing is to be fetched. Fails naming the variable that is wrong."""
        if not environment.get("STORAGE_URI") and truth(environment, "STORAGE_URI_OPTIONAL", False):
            return None
        uri = StorageUri.parse(environment.get("STORAGE_URI", ""))
        return Settings(
            kind=kind,
            uri=uri,
            target=environment.get("TARGET_PATH") or f"/workspace/{kind}",
            environment=environment,
            allow=_names(environment.get("ALLOW_PATTERNS", "")),
            ignore=_ignored(environment.get("IGNORE_PATTERNS", "")),
            concurrency=_number(environment, "MAX_CONCURRENCY", 8, 1),
            processes=_number(environment, "DOWNLOAD_PROCESSES", 0, 1),
            retries=_number(environment, "DOWNLOAD_RETRIES", 5, 0),
            timeout=_number(environment, "DOWNLOAD_TIMEOUT_SECONDS", 60, 1),
            verify=truth(environment, "VERIFY_CHECKSUMS", True),
            unpack=truth(environment, "UNPACK", False),
            unpack_max_gib=_number(environment, "UNPACK_MAX_GIB", 200, 1),
            unpack_max_members=_number(environment, "UNPACK_MAX_MEMBERS", 2_000_000, 1),
            cache=environment.get("CACHE_PATH", ""),
            copies_claims=truth(environment, "PVC_COPY", False),
        )

    @property
    def selection(self):
        """The user's own patterns."""
        return Selection(self.allow, self.ignore or ())

    @property
    def has_patterns(self):
        return bool(self.allow) or self.ignore is not None


def secrets(environment):
    """The values that must not be printed."""
    return [environment[name] for name in SECRETS if environment.get(name)]


def first(environment, *names):
    """The value of the first of these variables that is not empty, else an empty text."""
    return next((environment[name] for name in names if environment.get(name)), "")


def truth(environment, name, default):
    value = environment.get(name, "").strip().lower()
    if not value:
        return default
    if value in ("true", "1", "yes"):
        return True
    if value in ("false", "0", "no"):
        return False
    raise Failure(ExitCode.CONFIGURATION, f'{name} is "{value}"; set it to true or false')


def _number(environment, name, default, least):
    text = environment.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal() or int(text) < least:
        raise Failure(ExitCode.CONFIGURATION, f'{name} is "{text}"; set it to a whole number of at least {least}')
    return int(text)


def _names(text):
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _ignored(text):
    names = _names(text)
    if not names:
        return None
    return () if names == ("none",) else names
