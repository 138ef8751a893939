"""A connection to a store of S3's protocol, and what its errors mean."""

import http.client

import botocore
import botocore.credentials
import botocore.session
import urllib3.exceptions
from botocore import exceptions as errors
from botocore.config import Config

from trainyard_initializer.failure import ExitCode, Failure, Interruption
from trainyard_initializer.settings import first, truth

_HINT = "give a Secret with ACCESS_KEY_ID and SECRET_ACCESS_KEY as secretRef, or a service account with a role"
_ENDPOINTS = ("ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
_BUSY = ("SlowDown", "Throttling", "ThrottlingException", "RequestTimeout", "InternalError", "ServiceUnavailable", "RequestLimitExceeded")
_DENIED = ("AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "InvalidClientTokenId", "AuthFailure")
_ELSEWHERE = ("PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException", "301")
BROKEN = (
    errors.ConnectionError,
    errors.HTTPClientError,
    errors.IncompleteReadError,
    urllib3.exceptions.HTTPError,
    http.client.HTTPException,
    ConnectionError,
    TimeoutError,
)


def connect(environment, timeout, connections):
    """A client of the store that the variables name."""
    session = botocore.session.Session()
    key = first(environment, "ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID")
    secret = first(environment, "SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY")
    if bool(key) != bool(secret):
        missing = "SECRET_ACCESS_KEY" if key else "ACCESS_KEY_ID"
        raise Failure(ExitCode.CONFIGURATION, f"{missing} is not set, and the other half of the key is; the Secret of secretRef needs both")
    if key:
        session.set_credentials(key, secret, first(environment, "SESSION_TOKEN", "AWS_SESSION_TOKEN") or None)
    endpoint = first(environment, *_ENDPOINTS) or None
    if endpoint and "://" not in endpoint:
        raise Failure(ExitCode.CONFIGURATION, f'ENDPOINT is "{endpoint}"; it begins with https:// or http://')
    region = first(environment, "REGION", "AWS_REGION", "AWS_DEFAULT_REGION") or ("auto" if endpoint else "us-east-1")
    role = first(environment, "ROLE_ARN")
    if role:
        _assume(session, role, region)
    configuration = Config(
        signature_version=botocore.UNSIGNED if truth(environment, "S3_ALLOW_ANONYMOUS", False) else None,
        connect_timeout=min(timeout, 20),
        read_timeout=timeout,
        max_pool_connections=connections + 2,
        retries={"mode": "standard", "total_max_attempts": 4},
        user_agent_extra="trainyard-initializer",
        # Stores that are not Amazon's do not always know its newer checksums.
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
        s3={"addressing_style": _style(environment, endpoint)},
    )
    return session.create_client("s3", region_name=region, endpoint_url=endpoint, config=configuration)


def _style(environment, endpoint):
    style = environment.get("S3_ADDRESSING_STYLE", "").strip().lower() or "auto"
    if style not in ("path", "virtual", "auto"):
        raise Failure(ExitCode.CONFIGURATION, f'S3_ADDRESSING_STYLE is "{style}"; set it to path, virtual or auto')
    return "path" if style == "auto" and endpoint else style


def _assume(session, role, region):
    """Another role than the one that the pod or its key has; taken again before it ends."""
    own = session.get_credentials()
    if own is None:
        raise Failure(ExitCode.DENIED, f"ROLE_ARN is set, and there are no credentials to take the role with; {_HINT}")

    def client(name, **more):
        return session.create_client(name, region_name="us-east-1" if region == "auto" else region, **more)

    fetcher = botocore.credentials.AssumeRoleCredentialFetcher(client, own, role, {"RoleSessionName": "trainyard-initializer"})
    # The library offers no other way to give a session credentials that renew themselves.
    session._credentials = botocore.credentials.DeferredRefreshableCredentials(fetcher.fetch_credentials, "assume-role")


def meaning(error, what, bucket, environment):
    """The failure or interruption that an error of the library stands for."""
    if isinstance(error, (errors.NoCredentialsError, errors.PartialCredentialsError)):
        return Failure(ExitCode.DENIED, f"{what}: there are no credentials; {_HINT}. A bucket that everybody may read needs S3_ALLOW_ANONYMOUS=true")
    if isinstance(error, errors.ClientError):
        return _of_answer(error, what, bucket, environment)
    if isinstance(error, errors.ParamValidationError):
        return Failure(ExitCode.CONFIGURATION, f"{what}: {' '.join(str(error).split())}; look at the name of the bucket")
    if isinstance(error, BROKEN):
        return Interruption(f"no answer from the store ({error})")
    return Failure(ExitCode.DENIED, f"{what}: {error}; {_HINT}")


def _of_answer(error, what, bucket, environment):
    code = str(error.response["Error"].get("Code", ""))
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code == "NoSuchBucket":
        where = first(environment, *_ENDPOINTS) or "Amazon S3"
        return Failure(ExitCode.NOT_FOUND, f"{what}: {where} has no bucket {bucket}; look at its name, and at ENDPOINT for a store of your own")
    if code in ("NoSuchKey", "NotFound", "404"):
        return Failure(ExitCode.NOT_FOUND, f"{what} does not exist; look at the address")
    if code in _ELSEWHERE:
        headers = error.response.get("ResponseMetadata", {}).get("HTTPHeaders", {})
        region = error.response["Error"].get("Region") or headers.get("x-amz-bucket-region")
        return Failure(ExitCode.CONFIGURATION, f"{what}: the bucket lies in another region; set REGION" + (f" to {region}" if region else ""))
    if code in _BUSY or status >= 500 or status == 429:
        return Interruption(f"the store answers {code or status}")
    if code in _DENIED or status in (401, 403):
        return Failure(ExitCode.DENIED, f"{what}: the store answers {code}; look whether the key is right and may list and read the bucket, or {_HINT}")
    message = error.response["Error"].get("Message", "")
    return Failure(ExitCode.CONFIGURATION, f"{what}: the store answers {code} ({message}); look at the address")
