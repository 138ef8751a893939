# Runs a program that sees mounts, a hosts file and a host name of its own. Runs in new namespaces, as their root.
# Arguments: unshare stage hosts name folder user number-of-mounts (mode path from)... program argument...
# unshare is the program of that name; user may be empty; mode is rw or ro; outer mounts
# come before inner ones.
# Starting a program takes longer than what it does here, so mounts are collected in a table, which one program makes.
set -e
# The PATH of the program may be any, and so may the names of its variables: ours all begin alike.
ns_path=${PATH-}
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$ns_path
ns_stage=$1 ns_hosts=$2 ns_name=$3 ns_folder=$4 ns_user=$5 ns_count=$6
shift 6
ns_newline='
'
ns_special=' 	\'$ns_newline
ns_shadowed=$ns_newline
ns_planned=$ns_newline
ns_table=

# The table is a file without a name: nobody has to find it, or to remove it later.
[ -d "$ns_stage" ] || mkdir -p "$ns_stage"
: > "$ns_stage/table.$$"
exec 9< "$ns_stage/table.$$"
rm "$ns_stage/table.$$"

mount_all() {
  printf '%s' "$1" > /proc/self/fd/9
  mount -a -T /proc/self/fd/9
}

# The name of a file as a table of mounts has it.
quote() {
  ns_quoted= ns_rest=$1
  while :; do
    ns_head=${ns_rest%%["$ns_special"]*}
    ns_quoted=$ns_quoted$ns_head
    [ "$ns_head" != "$ns_rest" ] || return 0
    ns_rest=${ns_rest#"$ns_head"}
    case $ns_rest in
      ' '*) ns_quoted="$ns_quoted\\040" ;;
      '	'*) ns_quoted="$ns_quoted\\011" ;;
      '\'*) ns_quoted="$ns_quoted\\134" ;;
      *) ns_quoted="$ns_quoted\\012" ;;
    esac
    ns_rest=${ns_rest#?}
  done
}

# A line of a table, in ns_line; a folder that is not there is made.
line() {
  quote "$1"
  ns_line=$ns_quoted
  quote "$2"
  ns_line="$ns_line $ns_quoted none rbind,X-mount.mkdir 0 0$ns_newline"
}

plan() {
  line "$1" "$2"
  ns_table=$ns_table$ns_line
  ns_planned=$ns_planned$2$ns_newline
}

# Makes what is planned.
settle() {
  [ -z "$ns_table" ] || mount_all "$ns_table"
  ns_table= ns_planned=$ns_newline
}

# Whether something is planned at a path, or above it.
is_planned() {
  ns_up=$1
  while [ -n "$ns_up" ]; do
    case "$ns_planned" in *"$ns_newline$ns_up$ns_newline"*) return 0 ;; esac
    ns_up=${ns_up%/*}
  done
  return 1
}

# Fills a new file system with what is in a folder, so that new entries can be made there that exist nowhere else. In ns_links stay the links of it.
bind_entries() {
  ns_top=$1 ns_to=$2
  quote "$ns_to"
  ns_folders="tmpfs $ns_quoted tmpfs mode=755,X-mount.mkdir 0 0$ns_newline"
  ns_files=
  set --
  for ns_entry in "$ns_top"/* "$ns_top"/.[!.]*; do
    line "$ns_entry" "$ns_to/${ns_entry##*/}"
    if [ -L "$ns_entry" ]; then
      set -- "$@" "$ns_entry"
    elif [ -d "$ns_entry" ]; then
      ns_folders=$ns_folders$ns_line
    elif [ -e "$ns_entry" ]; then
      ns_files=$ns_files$ns_line
    fi
  done
  # What the user may not see stays away.
  mount_all "$ns_folders" 2> /dev/null || :
  [ $# -eq 0 ] || cp -P "$@" "$ns_to"
  [ -n "$ns_files" ] || return 0
  for ns_entry in "$ns_top"/* "$ns_top"/.[!.]*; do
    [ -L "$ns_entry" ] || [ -d "$ns_entry" ] || [ ! -e "$ns_entry" ] || : > "$ns_to/${ns_entry##*/}"
  done
  mount_all "$ns_files" 2> /dev/null || :
}

# The same for the devices, but with links, which are made at once: they are many, and nobody asks where they really are.
shadow_devices() {
  set --
  for ns_entry in /dev/* /dev/.[!.]*; do
    [ ! -e "$ns_entry" ] && [ ! -L "$ns_entry" ] || set -- "$@" ".machine/${ns_entry##*/}"
  done
  quote "$ns_to"
  mount_all "tmpfs $ns_quoted tmpfs mode=755,X-mount.mkdir 0 0
/dev $ns_quoted/.machine none rbind,X-mount.mkdir 0 0
$ns_quoted /dev none rbind 0 0
"
  [ $# -eq 0 ] || ln -s "$@" /dev
}

# Puts a copy of a folder's list of entries over it; the root when the name is empty.
shadow() {
  case "$ns_shadowed" in *"$ns_newline$1/$ns_newline"*) return ;; esac
  ns_shadowed="$ns_shadowed$1/$ns_newline"
  # One for each: a table passes over what is mounted already.
  ns_to=$ns_stage/${#ns_shadowed}
  case $1 in
    /dev) shadow_devices ;;
    ?*)
      bind_entries "$1" "$ns_to"
      mount --rbind "$ns_to" "$1"
      ;;
    *)
      bind_entries "" "$ns_to"
      cd "$ns_to"
      # Over a folder that is there anyway, for the moment until it goes.
      pivot_root . dev
      cd /
      umount -l /dev
      ;;
  esac
}

# Makes a place for a mount; a folder of its own comes with the mount.
reach() {
  if is_planned "$1"; then settle; fi
  if [ ! -e "$1" ]; then
    ns_above=${1%/*}
    while [ -n "$ns_above" ] && [ ! -d "$ns_above" ]; do ns_above=${ns_above%/*}; done
    shadow "$ns_above"
    if [ ! -d "$2" ]; then
      [ -d "${1%/*}/" ] || mkdir -p "${1%/*}"
      : > "$1"
    fi
  fi
}

# Flags that the machine has set on a file system may not be taken away here, so they have to be named again.
close() {
  mount -o remount,bind,ro "$1" 2> /dev/null ||
    mount -o remount,bind,ro,nosuid,nodev "$1" 2> /dev/null ||
    mount -o remount,bind,ro,nosuid,nodev,noexec "$1"
}

plan "$ns_hosts" /etc/hosts
echo "$ns_name" > /proc/sys/kernel/hostname
ns_closed=
while [ "$ns_count" -gt 0 ]; do
  reach "$2" "$3"
  plan "$3" "$2"
  # Only at the end, or inner mounts would have no place.
  [ "$1" != ro ] || ns_closed="$ns_closed$2
"
  shift 3
  ns_count=$((ns_count - 1))
done
settle
if [ -n "$ns_closed" ]; then
  ns_ifs=$IFS
  IFS='
'
  set -f
  for ns_entry in $ns_closed; do close "$ns_entry"; done
  set +f
  IFS=$ns_ifs
fi
exec 9<&-
cd "$ns_folder"
PATH=$ns_path
# The shell would say this in the name of its script.
command -v -- "$1" > /dev/null || [ -e "$1" ] || {
  printf '%s: no such program; PATH is %s\n' "$1" "$PATH" >&2
  exit 127
}
[ -n "$ns_user" ] || exec "$@"
exec "$0" --user --map-user="${ns_user%:*}" --map-group="${ns_user#*:}" -- "$@"
