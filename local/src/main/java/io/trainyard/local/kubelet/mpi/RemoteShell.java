package io.trainyard.local.kubelet.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * A program that stands in for ssh: it runs the command with the variables and in the folder of the pod that is named as the host. Pods leave both
 * beside it when they start.
 *
 * @param folder where it is, and where pods leave what it needs
 */
public record RemoteShell(Path folder) {
    /** Variables by which the implementations of MPI find it. */
    static final List<String> VARIABLES = List.of(
            "OMPI_MCA_plm_rsh_agent", "PRTE_MCA_plm_ssh_agent", "I_MPI_HYDRA_BOOTSTRAP_EXEC", "HYDRA_LAUNCHER_EXEC");

    /** Hosts that are one machine may not use the memory that they share: each takes it for its own. */
    static final Map<String, String> ONE_MACHINE = Map.of(
            "OMPI_MCA_pml", "ob1",
            "OMPI_MCA_btl", "self,tcp",
            "OMPI_MCA_btl_tcp_if_include", "127.0.0.0/8",
            "UCX_TLS", "tcp,self",
            "UCX_NET_DEVICES", "lo",
            "I_MPI_FABRICS", "ofi",
            "FI_PROVIDER", "tcp");

    private static final String SCRIPT =
            """
            #!/bin/sh
            # Stands in for ssh between the pods of one machine. Usage: as ssh, [OPTIONS] HOST COMMAND...
            while [ $# -gt 0 ]; do
              case $1 in
                -[BbcDEeFIiJLlmOopQRSWw]) shift 2 ;;
                -*) shift ;;
                *) break ;;
              esac
            done
            host=${1%%.*}
            shift
            # The launcher has its own variables already.
            pod=$(dirname "$0")/$host
            [ -f "$pod.launcher" ] && exec sh -c "$*"
            tries=0
            while [ ! -f "$pod" ] && [ $tries -lt 100 ]; do
              tries=$((tries + 1))
              sleep 0.1
            done
            [ -f "$pod" ] || { echo "no pod of this machine is called $host" >&2; exit 255; }
            exec env -i /bin/sh -c '. "$1"; shift; exec /bin/sh -c "$*"' sh "$pod" "$@"
            """;

    /** Beside what a run leaves. */
    public static RemoteShell of(Path run) {
        return new RemoteShell(run.resolve("mpi"));
    }

    Path program() {
        return folder.resolve("remote-shell");
    }

    /** What the node of that host does in place of sshd: it writes down how commands run in it, and waits. Some shells would write that the sleep was ended. */
    List<String> waitingNode(String host) {
        String script = "umask 077; mkdir -p \"$1\"; export PWD; { export -p; echo 'cd \"$PWD\"'; } > \"$1/.$2\";"
                + " mv \"$1/.$2\" \"$1/$2\"; trap 'exit 0' TERM INT; exec 2>/dev/null; while :; do sleep 3600 & wait $!; done";
        return List.of("/bin/sh", "-c", script, "sh", folder.toString(), host);
    }

    /** Makes the program, if there is none yet, for the launcher of that host. Blocks. */
    public void install(String launcher) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(launcher + ".launcher"), "");
        if (Files.exists(program())) {
            return;
        }
        Path fresh = Files.createTempFile(folder, "remote-shell", "");
        Files.writeString(fresh, SCRIPT);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(fresh, program(), StandardCopyOption.ATOMIC_MOVE);
    }
}
