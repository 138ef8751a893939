#!/usr/bin/env bash
# Runs the pods of an MPI job on this machine, each with a network, a host name and mounts of its own (needs root). Usage: pods.sh FOLDER SECONDS
# A launcher that takes longer is ended, after a look at who waits for what.
#
#   FOLDER/pods/NAME/address, hosts, environment (NAME=VALUE lines), command (a word a line), group (fsGroup or empty)
#   FOLDER/pods/NAME/root/...      what is mounted, with its modes; each folder that holds files is one mount
#   FOLDER/program                 what ranks run; FOLDER/mpi: where an MPI is that is no part of the system, or missing
#   FOLDER/launcher                name of the pod whose command is waited for; its exit code is that of this script
#   FOLDER/log/NAME                output of each pod
set -euo pipefail
folder=$(cd "$1" && pwd)
limit=$2
user=1000

if [ "${INSIDE:-}" = "" ]; then
  # All pods share one scheduling group, where the machine lets us make one. Otherwise Linux makes one of each session, and ranks that wait busily may
  # leave none of their processor to those of another session (6.18: 32 ms in 95 s), which sshd's are.
  processors=/sys/fs/cgroup/cpu
  own=$processors/mpi-pods-$$
  if mkdir "$own" 2>/dev/null; then echo $$ > "$own/cgroup.procs"; else own=; fi
  code=0
  INSIDE=yes unshare --mount --pid --fork --kill-child --net --uts --mount-proc bash "$0" "$folder" "$limit" || code=$?
  if [ -n "$own" ]; then
    echo $$ > "$processors/cgroup.procs"
    rmdir "$own" || true
  fi
  exit "$code"
fi

# What would be in the image: a user, ssh that does not ask, sshd for that user alone.
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/etc /run/etc-work /run/sshd /run/mpi
mount -t overlay overlay -o lowerdir=/etc,upperdir=/run/etc,workdir=/run/etc-work /etc
mount -t tmpfs -o mode=755 tmpfs /home
sed -i "/^[^:]*:[^:]*:$user:/d" /etc/passwd
echo "mpiuser:x:$user:$user::/home/mpiuser:/bin/sh" >> /etc/passwd
printf 'Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n  Port 2222\n  LogLevel ERROR\n' > /etc/ssh/ssh_config
: > /run/empty && rm -f /etc/resolv.conf && cp /run/empty /etc/resolv.conf
mkdir -p /etc/mpi /home/mpiuser
printf 'PidFile /home/mpiuser/sshd.pid\nHostKey /home/mpiuser/.ssh/id_rsa\nStrictModes no\nPort 2222\n' > /home/mpiuser/.sshd_config
chown -R $user:$user /home/mpiuser
cp "$folder/program" /run/mpi/program
chmod 755 /run/mpi/program
if [ -f "$folder/mpi" ]; then
  mkdir /run/mpi/root && mount --bind "$(cat "$folder/mpi")" /run/mpi/root
fi
mkdir -p "$folder/log"

ip link add pods type bridge
ip link set pods up
number=0
for pod in "$folder"/pods/*; do
  name=$(basename "$pod")
  number=$((number + 1))
  ip netns add "pod$number"
  ip link add "veth$number" type veth peer name eth0 netns "pod$number"
  ip link set "veth$number" master pods up
  ip -n "pod$number" address add "$(cat "$pod/address")/24" dev eth0
  ip -n "pod$number" link set eth0 up
  ip -n "pod$number" link set lo up
  echo "pod$number" > "/run/$name.network"
done

start() { # pod folder
  local name
  name=$(basename "$1")
  exec ip netns exec "$(cat "/run/$name.network")" unshare --mount --uts bash -c '
    set -euo pipefail
    pod=$1 user=$2
    hostname "$(basename "$pod")"
    mount --bind "$pod/hosts" /etc/hosts
    # As the kubelet does: owned by root, with the group of the pod, in memory, read-only.
    (cd "$pod/root" && find . -type f -printf "%h\n" | sort -u) | while read -r mounted; do
      mkdir -p "/$mounted"
      mount -t tmpfs -o mode=755 tmpfs "/$mounted"
      cp -a "$pod/root/$mounted/." "/$mounted/"
      chown -R "0:$(cat "$pod/group")" "/$mounted"
      mount -o remount,ro "/$mounted"
    done
    readarray -t environment < "$pod/environment"
    readarray -t command < "$pod/command"
    group=$(cat "$pod/group")
    # Of its own, as in a container: MPIs name files there by process ids, which are the same in every run.
    mount -t tmpfs -o mode=1777 tmpfs /dev/shm
    mount -t tmpfs -o mode=1777 tmpfs /tmp
    cd /home/mpiuser
    exec setpriv --reuid "$user" --regid "$user" --groups "$user,$group" env -i \
      PATH=/run/mpi/root/bin:/usr/local/bin:/usr/bin:/bin HOME=/home/mpiuser USER=mpiuser "${environment[@]}" "${command[@]}"
  ' bash "$1" "$user" > "$folder/log/$name" 2>&1 < /dev/null
}

launcher=$(cat "$folder/launcher")
for pod in "$folder"/pods/*; do
  [ "$(basename "$pod")" = "$launcher" ] || (start "$pod") &
done
# As the readiness probe of the runtime does, before the launcher is started.
for pod in "$folder"/pods/*; do
  name=$(basename "$pod")
  [ "$name" = "$launcher" ] && continue
  for attempt in $(seq 1 200); do
    ip netns exec "$(cat "/run/$name.network")" bash -c 'exec 3<>/dev/tcp/127.0.0.1/2222' 2>/dev/null && break
    [ "$attempt" = 200 ] && { echo "sshd of $name does not listen" >&2; exit 70; }
    sleep 0.1
  done
done
(start "$folder/pods/$launcher") &
started=$!
(
  sleep "$limit"
  echo "the launcher still runs after $limit s:"
  ps -eo pid,ppid,stat,wchan:24,args --forest || true
  for pod in "$folder"/pods/*; do
    name=$(basename "$pod")
    echo "connections of $name:"
    ip netns exec "$(cat "/run/$name.network")" ss -tanp || true
  done
  kill "$started"
) >&2 &
wait "$started"
