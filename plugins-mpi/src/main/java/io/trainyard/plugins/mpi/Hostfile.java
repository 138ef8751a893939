package io.trainyard.plugins.mpi;

import java.util.List;

/** The file that tells {@code mpirun} on which hosts to start how many ranks. Pure. */
final class Hostfile {
    /** Where it is mounted in the launcher. */
    static final String MOUNT_PATH = "/etc/mpi";

    /** Key of the ConfigMap, and name of the file. */
    static final String KEY = "hostfile";

    /** The file, as the launcher sees it. */
    static final String PATH = MOUNT_PATH + "/" + KEY;

    private Hostfile() {}

    /**
     * Content of the file: a line for each host, each with its end.
     *
     * @throws IllegalArgumentException when there is no host: with an empty file mpirun would silently run on the launcher alone
     */
    static String content(Implementation implementation, List<Host> hosts) {
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("no host runs ranks");
        }
        StringBuilder content = new StringBuilder();
        hosts.forEach(host -> content.append(implementation.line(host)).append('\n'));
        return content.toString();
    }
}
