# Runs a program that sees mounts of its own and, on request, a hosts file and a host name. Runs in new namespaces, as their root.
# Arguments: unshare stage hosts name folder user number-of-mounts (mode path from)... program argument...
# unshare is the program of that name; hosts, name and user may be empty; mode is rw or ro; outer mounts come before inner ones.
set -e
# The PATH of the program may be any, and so may the names of its variables: ours all begin alike.
ns_path=${PATH-}
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$ns_path
ns_stage=$1 ns_hosts=$2 ns_name=$3 ns_folder=$4 ns_user=$5 ns_count=$6
shift 6
ns_shadowed='
'

# Fills the stage with what is in a folder, so that new entries can be made there that exist nowhere else.
bind_entries() {
  ns_top=$1
  set --
  for ns_entry in "$ns_top"/* "$ns_top"/.[!.]*; do [ ! -L "$ns_entry" ] || set -- "$@" "$ns_entry"; done
  [ $# -eq 0 ] || cp -P "$@" "$ns_stage"
  set --
  for ns_entry in "$ns_top"/* "$ns_top"/.[!.]*; do
    [ -L "$ns_entry" ] || [ ! -d "$ns_entry" ] || set -- "$@" "$ns_stage/${ns_entry##*/}"
  done
  [ $# -eq 0 ] || mkdir "$@"
  ns_table=
  for ns_entry in "$ns_top"/* "$ns_top"/.[!.]*; do
    ns_copy=$ns_stage/${ns_entry##*/}
    [ ! -L "$ns_entry" ] && [ -e "$ns_entry" ] || continue
    [ -d "$ns_entry" ] || : > "$ns_copy"
    case "$ns_entry$ns_copy" in
      *[[:space:]\\]*) mount --rbind "$ns_entry" "$ns_copy" || : ;;
      *)
        ns_table="$ns_table$ns_entry $ns_copy none rbind 0 0
"
        ;;
    esac
  done
  # One program for all of them: starting one for each takes longer than the mounts.
  printf '%s' "$ns_table" > "$ns_stage/.table"
  mount -a -T "$ns_stage/.table" 2> /dev/null || :
  rm "$ns_stage/.table"
}

# The same with links, which are made at once: devices are many, and nobody asks where they really are.
link_entries() {
  ns_top=$1
  mkdir "$ns_stage/.machine"
  mount --rbind "$ns_top" "$ns_stage/.machine"
  set --
  for ns_entry in "$ns_top"/* "$ns_top"/.[!.]*; do
    [ ! -e "$ns_entry" ] && [ ! -L "$ns_entry" ] || set -- "$@" ".machine/${ns_entry##*/}"
  done
  [ $# -eq 0 ] || ln -s "$@" "$ns_stage"
}

# Puts a copy of a folder's list of entries over it; the root when the name is empty.
shadow() {
  case "$ns_shadowed" in *"
$1/
"*) return ;; esac
  ns_shadowed="$ns_shadowed$1/
"
  mkdir -p "$ns_stage"
  mount -t tmpfs -o mode=755 tmpfs "$ns_stage"
  if [ "$1" = /dev ]; then link_entries "$1"; else bind_entries "$1"; fi
  if [ -n "$1" ]; then
    mount --rbind "$ns_stage" "$1"
    umount -l "$ns_stage"
  else
    mkdir "$ns_stage/.old-root"
    cd "$ns_stage"
    pivot_root . .old-root
    cd /
    umount -l /.old-root
    rmdir /.old-root
  fi
}

show() {
  if [ ! -e "$1" ]; then
    ns_above=${1%/*}
    while [ -n "$ns_above" ] && [ ! -d "$ns_above" ]; do ns_above=${ns_above%/*}; done
    shadow "$ns_above"
    if [ -d "$2" ]; then
      mkdir -p "$1"
    else
      [ -d "${1%/*}/" ] || mkdir -p "${1%/*}"
      : > "$1"
    fi
  fi
  mount --rbind "$2" "$1"
}

# Flags that the machine has set on a file system may not be taken away here, so they have to be named again.
close() {
  mount -o remount,bind,ro "$1" 2> /dev/null ||
    mount -o remount,bind,ro,nosuid,nodev "$1" 2> /dev/null ||
    mount -o remount,bind,ro,nosuid,nodev,noexec "$1"
}

mount --make-rprivate /
[ -z "$ns_hosts" ] || mount --bind "$ns_hosts" /etc/hosts
[ -z "$ns_name" ] || echo "$ns_name" > /proc/sys/kernel/hostname
ns_closed=
while [ "$ns_count" -gt 0 ]; do
  show "$2" "$3"
  # Only at the end, or inner mounts would have no place.
  [ "$1" = rw ] || ns_closed="$ns_closed$2
"
  shift 3
  ns_count=$((ns_count - 1))
done
if [ -n "$ns_closed" ]; then
  ns_ifs=$IFS
  IFS='
'
  set -f
  for ns_entry in $ns_closed; do close "$ns_entry"; done
  set +f
  IFS=$ns_ifs
fi
cd "$ns_folder"
PATH=$ns_path
[ -n "$ns_user" ] || exec "$@"
exec "$0" --user --map-user="${ns_user%:*}" --map-group="${ns_user#*:}" -- "$@"
