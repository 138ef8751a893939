# Runs a program that sees a hosts file, a host name and mounts of its own. Runs in new user, mount and UTS namespaces, as their root.
# Arguments: stage hosts name folder user number-of-mounts (path from)... program argument...
set -e
stage=$1 hosts=$2 name=$3 folder=$4 user=$5 count=$6
shift 6
shadowed=' '

# Puts a writable copy of a folder's list of entries over it, so that new ones can be made that exist nowhere else.
shadow() {
  case "$shadowed" in *" $1 "*) return ;; esac
  shadowed="$shadowed$1 "
  mkdir -p "$stage"
  mount -t tmpfs -o mode=755 tmpfs "$stage"
  for entry in "$1"/* "$1"/.[!.]*; do
    copy="$stage/${entry##*/}"
    if [ -L "$entry" ]; then
      cp -P "$entry" "$copy"
    elif [ -d "$entry" ]; then
      mkdir "$copy"
      mount --rbind "$entry" "$copy" 2>/dev/null || rmdir "$copy"
    elif [ -e "$entry" ]; then
      : > "$copy"
      mount --bind "$entry" "$copy" 2>/dev/null || rm "$copy"
    fi
  done
  if [ "$1" = / ]; then
    mkdir "$stage/.old-root"
    cd "$stage"
    pivot_root . .old-root
    cd /
    umount -l /.old-root
    rmdir /.old-root
  else
    mount --rbind "$stage" "$1"
    umount -l "$stage"
  fi
}

show() {
  if [ ! -e "$1" ]; then
    above=$(dirname "$1")
    while [ ! -d "$above" ]; do above=$(dirname "$above"); done
    shadow "$above"
    if [ -d "$2" ]; then
      mkdir -p "$1"
    else
      mkdir -p "$(dirname "$1")"
      : > "$1"
    fi
  fi
  mount --rbind "$2" "$1"
}

mount --make-rprivate /
mount --bind "$hosts" /etc/hosts
echo "$name" > /proc/sys/kernel/hostname
while [ "$count" -gt 0 ]; do
  show "$1" "$2"
  shift 2
  count=$((count - 1))
done
cd "$folder"
if [ "$user" = 0:0 ]; then
  exec "$@"
fi
exec unshare --user --map-user="${user%:*}" --map-group="${user#*:}" -- "$@"
