#!/bin/sh
# Waits until the launcher's own host name and every host of MPI's hostfile resolve, then becomes the command. For images of launchers:
#
#   command: [wait-for-hosts.sh, mpirun, ./program]
#
# Intel MPI and MPICH have nodes call the launcher back by its name right away, and a cluster's DNS may know that name seconds later.
#
#   MPI_HOSTFILE        the hostfile, /etc/mpi/hostfile unless said otherwise
#   MPI_HOSTS_ATTEMPTS  how often each name is looked up, 11 unless said otherwise; the pauses are 0.1 s, 0.2 s, 0.4 s and so on, 102 s in all
set -u

hostfile=${MPI_HOSTFILE:-/etc/mpi/hostfile}
attempts=${MPI_HOSTS_ATTEMPTS:-11}

if [ $# -eq 0 ]; then
  echo "wait-for-hosts: name the command to run, such as mpirun" >&2
  exit 64
fi
if [ ! -r "$hostfile" ]; then
  echo "wait-for-hosts: cannot read the hostfile $hostfile; set MPI_HOSTFILE" >&2
  exit 66
fi

await() { # name
  tenths=1
  attempt=1
  until getent hosts "$1" >/dev/null; do
    if [ "$attempt" -ge "$attempts" ]; then
      echo "wait-for-hosts: $1 does not resolve, after $attempts attempts" >&2
      exit 68
    fi
    sleep "$((tenths / 10)).$((tenths % 10))"
    tenths=$((tenths * 2))
    attempt=$((attempt + 1))
  done
}

await "$(hostname)"
# "HOST slots=N" of Open MPI, "HOST:N" of the others.
while read -r line || [ -n "$line" ]; do
  host=${line%%[: ]*}
  [ -z "$host" ] || await "$host"
done <"$hostfile"

exec "$@"
