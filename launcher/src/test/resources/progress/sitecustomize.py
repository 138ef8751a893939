"""Stands for the DNS of a cluster: the names of Services lead to this machine."""

import socket

_asked = socket.getaddrinfo


def _resolved(host, *arguments, **options):
    return _asked("127.0.0.1" if isinstance(host, str) and host.endswith(".svc") else host, *arguments, **options)


socket.getaddrinfo = _resolved
