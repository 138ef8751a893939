# Makes a terminal, writes its name to standard error, and copies what is written to it to standard output, until
# something is read from standard input. It changes no bytes, and is as large as the terminal of this session.
exec 3>&2 2>/dev/null
SIZE="$(stty size </dev/tty)"
export SIZE
exec setsid script -qfc '
    exec 2>/dev/null
    stty raw -echo
    set -- $SIZE
    test $# = 2 && stty rows "$1" cols "$2"
    tty >&3
    exec 3>&-
    exec head -c 1 >/dev/null' /dev/null
