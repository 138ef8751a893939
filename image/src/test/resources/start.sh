#!/bin/sh
# Starts a program in an unpacked image as a kubelet would with our manifests: another root that cannot be written to, /tmp in memory,
# a user without rights. Needs to be root, for mounts that only this process and its children see.
#   unshare -m sh start.sh ROOT FILES_FOR_TMP PROGRAM ARGUMENT...
set -eu
root=$1
files=$2
shift 2
mount --bind "$root" "$root"
mkdir -p "$root/tmp" "$root/proc" "$root/dev"
mount -t tmpfs -o size=64m,mode=1777 tmp "$root/tmp"
mount -t proc proc "$root/proc"
cp "$files"/* "$root/tmp/"
chmod 644 "$root"/tmp/*
# Java takes random numbers from there.
mount --rbind /dev "$root/dev"
# A kubelet brings both.
cp -L /etc/hosts /etc/resolv.conf "$root/etc/"
mount -o remount,ro,bind "$root"
exec unshare --root="$root" --wd=/opt/trainyard --setgid=65532 --setuid=65532 "$@"
