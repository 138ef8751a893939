package io.trainyard.local.kubelet.mpi;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is different in the pods of MPI jobs on this machine. Pods of others stay as they are. */
public final class MpiPods {
    private static final String HOSTFILE_VOLUME = "mpi-hostfile";
    private static final String KEYS_VOLUME = "mpi-ssh-auth";
    private static final List<String> PROBES = List.of("startupProbe", "readinessProbe", "livenessProbe", "lifecycle");

    /** The users' own ways to say where sessions are kept. */
    private static final List<String> SESSION_VARIABLES =
            List.of("TMPDIR", "OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base");

    private final MpiMode mode;
    private final RemoteShell shell;
    private final boolean root;
    private final SessionFolders sessions;

    /**
     * For one machine.
     *
     * @param root whether programs run as root, which Open MPI refuses unless it is told that this is meant
     */
    public MpiPods(MpiMode mode, RemoteShell shell, boolean root) {
        this(mode, shell, root, SessionFolders.ofThisMachine());
    }

    MpiPods(MpiMode mode, RemoteShell shell, boolean root, SessionFolders sessions) {
        this.mode = mode;
        this.shell = shell;
        this.root = root;
        this.sessions = sessions;
    }

    /** The pod as it is run here. */
    public Map<String, Object> adapted(Map<String, Object> pod) {
        String uid = uid(pod);
        if (mounts(pod, HOSTFILE_VOLUME)) {
            return withContainers(pod, container -> {
                launcher(container);
                keepSessions(container, uid);
            });
        }
        return mounts(pod, KEYS_VOLUME)
                ? withContainers(pod, container -> {
                    if (node(container, PodSpec.of(pod).hostname())) {
                        keepSessions(container, uid);
                    }
                })
                : pod;
    }

    /** True for the volume with the hostfile; its names of hosts must not become addresses, which mpirun would take for its own machine. */
    public boolean isHostfile(String volume) {
        return volume.equals(HOSTFILE_VOLUME);
    }

    /** The hostfile as mpirun gets it here. */
    public String hostfile(String text) {
        return mode == MpiMode.collapse ? CollapsedHostfile.of(text) : text;
    }

    /** True when programs look for the stand-in of ssh. */
    public boolean needsShell(Map<String, Object> pod) {
        return mode == MpiMode.agent && mounts(pod, HOSTFILE_VOLUME);
    }

    /** Makes what programs of an MPI job need on this machine; does nothing for other pods. May be called again. Blocks. */
    public void prepare(Map<String, Object> pod) throws IOException {
        if (needsShell(pod)) {
            shell.install(PodSpec.of(pod).hostname());
        }
        if (mounts(pod, KEYS_VOLUME)) {
            sessions.make(uid(pod));
        }
    }

    /** Where the programs of an MPI job keep their sockets; empty for other pods. */
    public Optional<Path> sessionFolder(Map<String, Object> pod) {
        return mounts(pod, KEYS_VOLUME) ? Optional.of(sessions.of(uid(pod))) : Optional.empty();
    }

    /** Removes what the programs of an MPI job leave behind on this machine; none of them runs any more. May be called again. Blocks. */
    public void cleanUp(Map<String, Object> pod) throws IOException {
        if (mounts(pod, KEYS_VOLUME)) {
            sessions.remove(uid(pod));
        }
    }

    private static String uid(Map<String, Object> pod) {
        return Tree.text(pod, "metadata", "uid");
    }

    /**
     * Not by the variables of Open MPI, which mpirun hands on to the daemons of all pods: what it finds in this one is each daemon's own matter.
     */
    private void keepSessions(Map<String, Object> container, String uid) {
        List<Object> env = new ArrayList<>(Tree.list(container, "env"));
        if (Tree.objects(container, "env").stream()
                .noneMatch(variable -> SESSION_VARIABLES.contains(Tree.text(variable, "name")))) {
            env.add(Tree.of("name", "TMPDIR", "value", sessions.of(uid).toString()));
            container.put("env", env);
        }
    }

    private static boolean mounts(Map<String, Object> pod, String volume) {
        return Tree.objects(pod, "spec", "volumes").stream()
                .anyMatch(candidate -> volume.equals(candidate.get("name")));
    }

    private interface Change {
        void to(Map<String, Object> container);
    }

    private static Map<String, Object> withContainers(Map<String, Object> pod, Change change) {
        Map<String, Object> adapted = Tree.copy(pod);
        Tree.objects(adapted, "spec", "containers").stream()
                .filter(container -> Tree.objects(container, "volumeMounts").stream()
                        .anyMatch(mount -> KEYS_VOLUME.equals(mount.get("name"))))
                .forEach(change::to);
        return adapted;
    }

    /**
     * Only sshd is replaced; whatever else a node runs, it runs here, too.
     *
     * @return whether it was
     */
    private boolean node(Map<String, Object> container, String host) {
        List<Object> command = Tree.list(container, "command");
        List<Object> words = command.isEmpty() ? Tree.list(container, "args") : command;
        if (words.isEmpty() || !("/" + words.get(0)).endsWith("/sshd")) {
            return false;
        }
        container.put("command", new ArrayList<Object>(shell.waitingNode(host)));
        container.remove("args");
        PROBES.forEach(container::remove);
        return true;
    }

    /** Intel MPI starts as many ranks on a host as this variable says, whatever the hostfile says, so it must become the sum. */
    private static void countRanksOfIntel(Map<String, Object> container) {
        List<Object> command = Tree.list(container, "command");
        boolean intel = Tree.objects(container, "env").stream()
                .anyMatch(variable -> "I_MPI_PERHOST".equals(variable.get("name")));
        if (intel && !command.isEmpty()) {
            List<Object> counted = new ArrayList<>(List.of(
                    "/bin/sh",
                    "-c",
                    "I_MPI_PERHOST=$(sed -n 's/^localhost://p' \"$I_MPI_HYDRA_HOST_FILE\"); export I_MPI_PERHOST; exec \"$@\"",
                    "sh"));
            counted.addAll(command);
            container.put("command", counted);
        }
    }

    private void launcher(Map<String, Object> container) {
        Map<String, String> variables = new LinkedHashMap<>();
        if (root) {
            variables.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
            variables.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
        if (mode == MpiMode.collapse) {
            variables.put("OMPI_MCA_rmaps_base_oversubscribe", "1");
            variables.put("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
            countRanksOfIntel(container);
        } else {
            RemoteShell.VARIABLES.forEach(
                    name -> variables.put(name, shell.program().toString()));
            variables.put("I_MPI_HYDRA_BOOTSTRAP", "ssh");
            variables.put("HYDRA_LAUNCHER", "ssh");
            variables.putAll(RemoteShell.ONE_MACHINE);
        }
        List<Object> env = new ArrayList<>(Tree.list(container, "env"));
        variables.forEach((name, value) -> {
            if (Tree.objects(container, "env").stream().noneMatch(variable -> name.equals(variable.get("name")))) {
                env.add(Tree.of("name", name, "value", value));
            }
        });
        container.put("env", env);
    }
}
