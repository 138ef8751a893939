"""Tells Trainyard how training goes: progress, metrics, and that every process is alive.

One file without dependencies, for Python 3.8 and newer. Copy it beside your program as trainyard_status.py; "pip install trainyard" brings the same file as
trainyard.report. Where nobody listens it does nothing, and no failure of it ever reaches your program.

    import trainyard_status  # or: from trainyard import report as trainyard_status

    with trainyard_status.Reporter(total_steps=1000) as reporter:
        for step, batch in enumerate(batches, 1):
            loss = train(batch)
            reporter.step(step, loss=loss)

Hugging Face: Trainer(..., callbacks=[trainyard_status.hugging_face()]). Lightning: Trainer(..., callbacks=[trainyard_status.lightning()]).

Every process calls it. The first one reports progress and metrics; all report that they are alive, how many they are, and how long a step takes.
"""

import atexit
import datetime
import http.client
import json
import logging
import math
import os
import ssl
import sys
import threading
import time
import urllib.parse

LOG = logging.getLogger("trainyard_status")

URL = "KUBEFLOW_TRAINER_SERVER_URL"
AUTHORITY = "KUBEFLOW_TRAINER_SERVER_CA_CERT"
TOKEN = "KUBEFLOW_TRAINER_SERVER_TOKEN"

# What the server takes.
MAX_METRICS = 256
MAX_TEXT = 64

TIMEOUT_SECONDS = 5
INTERVAL_SECONDS = 5
HEARTBEAT_SECONDS = 20

RANKS = ("RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK")
WORLD_SIZES = ("WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE")
LOCAL_WORLD_SIZES = ("LOCAL_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS")
NODES = ("GROUP_RANK", "JOB_COMPLETION_INDEX", "TRAINER_NODE_RANK")


class Reporter:
    """Reports from a thread of its own; only the newest state is ever sent.

    rank, world_size, local_world_size, node: as the launcher's variables say, unless given. A world that torch.distributed has formed counts more than
    variables.
    """

    def __init__(self, total_steps=None, rank=None, world_size=None, local_world_size=None, node=None, environment=None, clock=time.monotonic):
        environment = os.environ if environment is None else environment
        self.total_steps = total_steps
        self._given = (rank, world_size)
        self._rank = _number(environment, RANKS)
        self._world_size = _number(environment, WORLD_SIZES)
        self._local_world_size = local_world_size or _number(environment, LOCAL_WORLD_SIZES)
        self._node = node if node is not None else _number(environment, NODES)
        self._clock = clock
        self._connection = _connection(environment)
        self._changed = threading.Condition()
        self._status = None
        self._step = None
        self._step_seconds = None
        self._last_step_at = None
        self._began = clock()
        self._status_sent = None
        self._reported_at = None
        self._urgent = False
        self._closed = False
        self._thread = None
        if self._connection:
            self._thread = threading.Thread(target=self._work, name="trainyard-status", daemon=True)
            self._thread.start()
            atexit.register(self.close)

    @property
    def enabled(self):
        """Whether anybody listens."""
        return self._connection is not None

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        if kind is None:
            self.done()
        self.close()

    def step(self, step, **metrics):
        """A step is done. Metrics are numbers or short texts; they are looked at once a second, since a tensor on a GPU has to be waited for."""
        if not self.enabled:
            return
        now = self._clock()
        with self._changed:
            if self._last_step_at is not None and self._step is not None and step > self._step:
                self._step_seconds = (now - self._last_step_at) / (step - self._step)
            self._last_step_at = now
            self._step = step
        if step != self.total_steps and self._reported_at is not None and now - self._reported_at < 1:
            return
        self._reported_at = now
        progress = remaining = None
        if self.total_steps:
            progress = min(99, int(100 * step / self.total_steps))
            if step > 0:
                remaining = int((now - self._began) / step * max(0, self.total_steps - step))
        self.report(progress, remaining, {"current_step": step, **({"total_steps": self.total_steps} if self.total_steps else {}), **metrics})

    def report(self, progress=None, remaining_seconds=None, metrics=None, urgent=False):
        """The state of training; replaces what was reported before."""
        if not self.enabled or not self._leads():
            return
        try:
            status = _status(progress, remaining_seconds, metrics or {})
        except Exception as problem:  # whatever a metric may be
            LOG.warning("not reported: %s", problem)
            return
        with self._changed:
            self._status = status
            self._urgent = self._urgent or urgent
            if urgent:
                self._changed.notify()

    def done(self):
        """Training has ended well."""
        with self._changed:
            metrics = (self._status or {}).get("metrics", [])
        self.report(100, 0, {metric["name"]: metric["value"] for metric in metrics}, urgent=True)

    def close(self):
        """Sends what is left, for a few seconds at most. Harmless when repeated."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(TIMEOUT_SECONDS + 1)

    def _leads(self):
        """Whether we speak for all processes."""
        rank, size = self._group()
        # Processes that have formed no group all take themselves for the first.
        return rank == 0 and ((size or 1) > 1 or self._node in (None, 0))

    def _work(self):
        sent_at = None
        warned = False
        while True:
            with self._changed:
                if not (self._urgent or self._closed):
                    self._changed.wait(0.2 if sent_at is None else self._connection.interval)
                closed = self._closed
                due = sent_at is None or self._clock() - sent_at >= self._connection.heartbeat
                body = self._body(due or closed)
                self._urgent = False
                self._status_sent = body.get("trainerStatus", self._status_sent)
            if body:
                problem = self._connection.post(body)
                sent_at = self._clock()
                if problem:
                    self._status_sent = None
                    if not warned:
                        warned = True
                        LOG.warning("progress is not reported: %s", problem)
            if closed:
                self._connection.close()
                return

    def _body(self, heartbeat):
        """What is to be sent; nothing when nothing is new and no heartbeat is due."""
        rank, world_size = self._group()
        body = {}
        if self._status is not None and self._status is not self._status_sent:
            body["trainerStatus"] = self._status
        if body or heartbeat:
            own = {"rank": rank}
            for name, value in (
                ("node", self._node),
                ("worldSize", world_size),
                ("localWorldSize", self._local_world_size),
                ("step", self._step),
                ("stepSeconds", self._step_seconds),
            ):
                if value is not None:
                    own[name] = value
            body["trainyard"] = own
        return body

    def _group(self):
        """Our number and how many we are; a group that was formed counts more than one that was announced."""
        given_rank, given_size = self._given
        formed = _formed()
        rank = given_rank if given_rank is not None else formed[0] if formed else self._rank
        size = given_size if given_size is not None else formed[1] if formed else self._world_size
        rank = rank if rank is not None and rank >= 0 else 0
        return (rank if size is None or rank < size else 0), size


class _Connection:
    """Sends to the server over one connection that stays open."""

    def __init__(self, url, authority, token):
        self._url = urllib.parse.urlsplit(url)
        self._authority = authority
        self._token = token
        self._http = None
        # On a laptop somebody is watching, and nobody else is disturbed.
        laptop = self._url.scheme != "https"
        self.interval = 1 if laptop else INTERVAL_SECONDS
        self.heartbeat = 2 if laptop else HEARTBEAT_SECONDS

    def post(self, body):
        """Sends; says what went wrong, or nothing."""
        for attempt in (1, 2):
            fresh = self._http is None
            try:
                return self._send(json.dumps(body).encode())
            except (OSError, http.client.HTTPException) as problem:
                self.close()
                # The server closes connections on which nothing was said for long.
                if fresh or attempt == 2:
                    return str(problem) or type(problem).__name__
        return None

    def _send(self, body):
        headers = {"Content-Type": "application/json"}
        if self._token and os.path.exists(self._token):
            # It is replaced in its file before it ends.
            with open(self._token, encoding="ascii") as file:
                headers["Authorization"] = "Bearer " + file.read().strip()
        if self._http is None:
            self._http = self._open()
        self._http.request("POST", self._url.path, body, headers)
        answer = self._http.getresponse()
        text = answer.read(4096).decode(errors="replace")
        if answer.status == 200:
            return None
        try:
            text = json.loads(text)["message"]
        except (ValueError, KeyError, TypeError):
            pass
        return f"{answer.status} {text}"

    def _open(self):
        if self._url.scheme == "https":
            trust = ssl.create_default_context(cafile=self._authority or None)
            return http.client.HTTPSConnection(self._url.hostname, self._url.port, timeout=TIMEOUT_SECONDS, context=trust)
        return http.client.HTTPConnection(self._url.hostname, self._url.port, timeout=TIMEOUT_SECONDS)

    def close(self):
        if self._http is not None:
            self._http.close()
            self._http = None


def _connection(environment):
    url = environment.get(URL)
    return _Connection(url, environment.get(AUTHORITY), environment.get(TOKEN)) if url else None


def _status(progress, remaining, metrics):
    status = {}
    if progress is not None:
        status["progressPercentage"] = max(0, min(100, int(progress)))
    if remaining is not None and math.isfinite(remaining):
        status["estimatedRemainingSeconds"] = max(0, min(2**31 - 1, int(remaining)))
    pairs = [(str(name)[:MAX_TEXT], _text(value)) for name, value in metrics.items()]
    status["metrics"] = [{"name": name, "value": value} for name, value in pairs if name and value][:MAX_METRICS]
    status["lastUpdatedTime"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return status


def _text(value):
    # Numbers of NumPy and tensors of one element have it.
    if hasattr(value, "item"):
        value = value.item()
    return (f"{value:.8g}" if isinstance(value, float) else str(value))[:MAX_TEXT]


def _number(environment, names):
    for name in names:
        text = environment.get(name, "")
        if text.isdigit():
            return int(text)
    return None


def _formed():
    """Rank and size of the group that torch.distributed formed, if it has; never imports it."""
    distributed = sys.modules.get("torch.distributed")
    try:
        if distributed is not None and distributed.is_available() and distributed.is_initialized():
            return distributed.get_rank(), distributed.get_world_size()
    except Exception:  # a group that is being destroyed
        pass
    return None


def hugging_face():
    """A callback for the Trainer of Hugging Face transformers, TRL and what stands on them."""
    from transformers import TrainerCallback

    class TrainyardCallback(TrainerCallback):
        def __init__(self):
            self.reporter = None
            self.logged = {}

        def on_train_begin(self, args, state, control, **kwargs):
            self.reporter = Reporter(total_steps=state.max_steps, rank=args.process_index, world_size=args.world_size)
            self.reporter.report(0, None, {"total_steps": state.max_steps}, urgent=True)

        def on_log(self, args, state, control, logs=None, **kwargs):
            self.logged.update({name: value for name, value in (logs or {}).items() if isinstance(value, (int, float))})

        def on_step_end(self, args, state, control, **kwargs):
            if self.reporter is not None:
                epoch = {} if state.epoch is None else {"current_epoch": round(float(state.epoch), 3)}
                self.reporter.step(state.global_step, **{**epoch, **self.logged})

        def on_train_end(self, args, state, control, **kwargs):
            if self.reporter is not None:
                self.reporter.done()
                self.reporter.close()

    return TrainyardCallback()


def lightning():
    """A callback for the Trainer of Lightning."""
    try:
        from lightning.pytorch.callbacks import Callback
    except ImportError:
        from pytorch_lightning.callbacks import Callback

    class TrainyardCallback(Callback):
        def __init__(self):
            super().__init__()
            self.reporter = None

        def on_train_start(self, trainer, module):
            steps = trainer.estimated_stepping_batches
            total = int(steps) if steps and math.isfinite(steps) else None
            self.reporter = Reporter(total_steps=total, rank=trainer.global_rank, world_size=trainer.world_size)
            self.reporter.report(0, None, {"total_steps": total} if total else {}, urgent=True)

        def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
            if self.reporter is not None:
                self.reporter.step(trainer.global_step, current_epoch=trainer.current_epoch, **dict(trainer.callback_metrics))

        def on_train_end(self, trainer, module):
            if self.reporter is not None:
                self.reporter.done()
                self.reporter.close()

        def on_exception(self, trainer, module, exception):
            if self.reporter is not None:
                self.reporter.close()

    return TrainyardCallback()
