package io.trainyard.launcher.upload;

import java.util.List;

/**
 * What runs in the pod that receives code. Images differ, so it keeps to what every shell knows, and looks first for the programs that it needs. The folder
 * of the code is there whole or not at all, whoever else brings the same at the same time. Pure.
 */
final class ReceiveScript {
    /** The variable that says where the claim is mounted. */
    static final String CLAIM = "TRAINYARD_CLAIM";

    /** The variable that holds the pod's name: what this pod has not finished is told from what others receive. */
    static final String POD = "TRAINYARD_POD";

    /** What the first script says when the code is there already. */
    static final String THERE = "there";

    static final int NO_PROGRAM = 3;
    static final int CANNOT_WRITE = 4;
    static final int NOT_AS_SENT = 5;

    private static final String LOOK =
            """
            for program in tar head mktemp mkdir mv rm find chmod sha256sum; do
              command -v $program >/dev/null 2>&1 || { echo $program >&2; exit 3; }
            done
            [ -d "$%1$s/$1" ] && { echo there; exit 0; }
            mkdir -p "$%1$s/trainyard" && fresh=`mktemp -d "$%1$s/trainyard/.incoming-XXXXXX"` && rm -rf "$fresh" || exit 4
            """
                    .formatted(CLAIM);

    /**
     * What an upload has left that was killed goes after a day: nobody takes that long. What takes long runs beside the shell, which hears of a signal at once
     * then; a program beside a shell has no input of its own, so it is given that of the script.
     */
    private static final String RECEIVE =
            """
            set -e
            umask 022
            base=$%1$s/trainyard
            find "$base" -maxdepth 1 -name '.incoming-*' -mtime +0 -exec rm -rf {} \\; 2>/dev/null || :
            fresh=`mktemp -d "$base/.incoming-$%2$s.XXXXXX"`
            beside=
            trap 'trap "" HUP INT TERM; [ -z "$beside" ] || kill $beside 2>/dev/null || :; rm -rf "$fresh"' EXIT
            trap 'exit 1' HUP INT TERM
            echo $$ > "$fresh/pid"
            exec 3<&0
            run() {
              "$@" <&3 &
              beside=$!
              wait $beside
              beside=
            }
            run head -c "$2" > "$fresh/code.tar.gz"
            case "`sha256sum < "$fresh/code.tar.gz"`" in
              $3*) ;;
              *) exit 5 ;;
            esac
            name=${1##*/}
            mkdir "$fresh/$name"
            run tar -xzpf "$fresh/code.tar.gz" -C "$fresh/$name"
            chmod 755 "$fresh/$name"
            mv "$fresh/$name" "$base/" 2>/dev/null || [ -d "$base/$name" ]
            """
                    .formatted(CLAIM, POD);

    /**
     * A script that has died leaves its folder to this one; the others are told to end, and remove it themselves, so that nothing is removed while it is being
     * moved to its place.
     */
    private static final String HOLD =
            """
            end() {
              for left in "$%1$s/trainyard/.incoming-$%2$s".*; do
                while [ -d "$left" ]; do
                  { read -r script < "$left/pid" && kill "$script"; } 2>/dev/null || rm -rf "$left"
                  [ ! -d "$left" ] || sleep 1
                done
              done
              exit 0
            }
            trap end TERM
            sleep $1 &
            wait
            """
                    .formatted(CLAIM, POD);

    private ReceiveScript() {}

    /**
     * The main program of the pod: ends when it is told to, as soon as nothing half received is left.
     *
     * @param seconds after which it ends by itself
     */
    static List<String> hold(long seconds) {
        return List.of("sh", "-c", HOLD, "sh", Long.toString(seconds));
    }

    /** Looks whether code can be received, and whether it is there already. */
    static List<String> look(String folder) {
        return List.of("sh", "-c", LOOK, "sh", folder);
    }

    /**
     * Receives an archive, which it reads.
     *
     * @param folder {@code trainyard/} and the name of the folder that it becomes, on the claim
     * @param size of the archive, in bytes
     * @param checksum its SHA-256, in hexadecimal digits
     */
    static List<String> receive(String folder, long size, String checksum) {
        return List.of("sh", "-c", RECEIVE, "sh", folder, Long.toString(size), checksum);
    }

    /**
     * What a user is told when it has failed.
     *
     * @param code of one of the scripts
     * @param errors what it has written
     * @param claim name of the claim
     * @param image of the pod
     * @param user that its program runs as, with the groups that it is in
     */
    static String problem(int code, String errors, String claim, String image, String user) {
        String text = errors.strip();
        if (code == NO_PROGRAM) {
            return "the image " + image + " has no " + text
                    + ", so it cannot receive code; name another one for that, such as --upload-image busybox";
        }
        if (text.contains("No space left") || text.contains("quota exceeded") || text.contains("Disk quota")) {
            return "the claim " + claim
                    + " has no room for the code, packed and unpacked; make room there, or leave more out: " + text;
        }
        if (code == CANNOT_WRITE || text.contains("Read-only file system") || text.contains("Permission denied")) {
            return user + " cannot write to the claim " + claim
                    + "; set runAsUser in the runtime to the owner of its folders, or let that group write to them: "
                    + text;
        }
        return code == NOT_AS_SENT
                ? "the code has not arrived as it was sent; submit it again"
                : "the claim " + claim + " has not taken the code (exit code " + code + "): " + text;
    }
}
