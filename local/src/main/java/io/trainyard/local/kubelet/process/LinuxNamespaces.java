package io.trainyard.local.kubelet.process;

import io.trainyard.local.kubelet.spec.MountSpec;
import io.trainyard.local.kubelet.tool.Script;
import io.trainyard.local.kubelet.tool.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives each container its own mounts, hosts file and host name, on Linux. Root needs only a mount namespace. Other users get one within a user namespace, and keep their
 * user id.
 */
public final class LinuxNamespaces implements ProcessView {
    private static final String SCRIPT_NAME = "namespaces.sh";
    private static final int LIMIT_SECONDS = 10;
    private static final List<String> OF_ROOT = List.of("--mount");
    private static final List<String> OF_USERS = List.of("--user", "--map-root-user", "--mount");

    private final String script;
    private final Path stage;
    private final String user;
    private final Path unshare;
    private final List<String> kinds;

    private LinuxNamespaces(String script, Path stage, String user, Path unshare, List<String> kinds) {
        this.script = script;
        this.stage = stage;
        this.user = user;
        this.unshare = unshare;
        this.kinds = kinds;
    }

    /**
     * The view, if this machine allows it. Blocks for the time of a program or two.
     *
     * @param run folder of the run; mounts are put together below it
     * @param searchPath folders with programs, as in the variable PATH
     * @throws StartException when it does not; the message says why
     */
    public static LinuxNamespaces open(Path run, String searchPath) throws IOException {
        Path self = Path.of("/proc/self");
        if (!Files.exists(self)) {
            throw new StartException("only Linux has namespaces");
        }
        Path unshare = Tool.find("unshare", searchPath)
                .orElseThrow(() -> new StartException("the program unshare is not on the PATH"));
        String user = Files.getAttribute(self, "unix:uid") + ":" + Files.getAttribute(self, "unix:gid");
        List<List<String>> ways = user.startsWith("0:") ? List.of(OF_ROOT, OF_USERS) : List.of(OF_USERS);
        String problem = "";
        for (List<String> way : ways) {
            LinuxNamespaces candidate = new LinuxNamespaces(
                    Script.beside(LinuxNamespaces.class, SCRIPT_NAME), run.resolve("stage"), user, unshare, way);
            problem = candidate.probe();
            if (problem.isEmpty()) {
                return candidate;
            }
        }
        throw new StartException("this system does not let you have namespaces of your own (" + problem + ")");
    }

    /** Why a program cannot see mounts like this; empty when it can. */
    private String probe() throws IOException {
        Path probe = Files.createTempDirectory("namespaces");
        Path hosts = probe.resolve("hosts");
        try {
            Files.writeString(hosts, "127.0.0.1\tprobe\n");
            List<String> command = command(
                    new Look(
                            hosts.toString(),
                            "probe",
                            "/",
                            userOfPrograms(),
                            List.of(new Mount(Mode.READ_ONLY, "/trainyard-probe/mount", probe))),
                    List.of("sh", "-c", "cat /trainyard-probe/mount/hosts && uname -n"));
            String text = Tool.run(command, LIMIT_SECONDS).text();
            boolean works = text.startsWith("127.0.0.1\tprobe\n") && text.endsWith("\nprobe");
            return works ? "" : text.isEmpty() ? "no answer" : text;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        } catch (IOException noSuchProgram) {
            return String.valueOf(noSuchProgram.getMessage());
        } finally {
            Files.deleteIfExists(hosts);
            Files.deleteIfExists(probe);
        }
    }

    @Override
    public boolean showsMounts() {
        return true;
    }

    @Override
    public Path onMachine(ContainerLaunch launch, Path path) {
        Map<String, Path> shown = launch.shown();
        String mounted = shown.keySet().stream()
                .filter(mount -> path.startsWith(mount))
                .max(Comparator.comparingInt(mount -> Path.of(mount).getNameCount()))
                .orElse("");
        Path from = shown.get(mounted);
        return from == null
                ? path
                : from.resolve(Path.of(mounted).relativize(path)).normalize();
    }

    @Override
    public List<String> wrap(ContainerLaunch launch, List<String> program) {
        return command(look(launch), program);
    }

    private Look look(ContainerLaunch launch) {
        Map<String, Path> shown = new TreeMap<>(launch.shown());
        List<Mount> mounts = new ArrayList<>(kept(shown));
        // Outer mounts first, or they would hide the inner ones.
        shown.forEach((path, from) ->
                mounts.add(new Mount(isReadOnly(launch, path) ? Mode.READ_ONLY : Mode.READ_WRITE, path, from)));
        return new Look(
                launch.hosts().toString(),
                launch.pod().hostname(),
                launch.workingFolder().toString(),
                userOfPrograms(),
                mounts);
    }

    /** Removes from the mounts, and returns, the paths below a mount that keep their content: they are mounted before the outer mount hides them. */
    private static List<Mount> kept(Map<String, Path> shown) {
        List<Mount> kept = new ArrayList<>();
        // The innermost mount first: what lies below it is not that of one further out.
        for (Map.Entry<String, Path> outer :
                new TreeMap<>(shown).descendingMap().entrySet()) {
            Path top = Path.of(outer.getKey());
            shown.entrySet().removeIf(inner -> {
                Path path = Path.of(inner.getKey());
                boolean stays = path.equals(inner.getValue()) && path.startsWith(top) && !path.equals(top);
                if (stays && Files.exists(path)) {
                    kept.add(new Mount(
                            Mode.READ_WRITE,
                            outer.getValue().resolve(top.relativize(path)).toString(),
                            path));
                }
                return stays;
            });
        }
        return kept;
    }

    private static boolean isReadOnly(ContainerLaunch launch, String path) {
        return launch.container().mounts().stream().filter(MountSpec::readOnly).anyMatch(mount -> mount.mountPath()
                .equals(path));
    }

    private enum Mode {
        READ_WRITE("rw"),
        READ_ONLY("ro");

        private final String word;

        Mode(String word) {
            this.word = word;
        }
    }

    private record Mount(Mode mode, String path, Path from) {}

    /**
     * What a program sees.
     *
     * @param hosts file with names and addresses
     * @param name of the host
     * @param folder where it starts
     * @param user whom it becomes again; empty for the root of its namespace
     * @param mounts outer ones before inner ones
     */
    private record Look(String hosts, String name, String folder, String user, List<Mount> mounts) {}

    /** A user namespace makes everybody root, so users have to become themselves again. */
    private String userOfPrograms() {
        return kinds.equals(OF_ROOT) ? "" : user;
    }

    private List<String> command(Look look, List<String> program) {
        try {
            Files.createDirectories(stage);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + stage + " cannot be made", e);
        }
        List<String> command = new ArrayList<>();
        command.add(unshare.toString());
        command.addAll(kinds);
        command.addAll(List.of("--uts", "--", "/bin/sh", "-c", script, unshare.toString()));
        command.addAll(List.of(stage.toString(), look.hosts(), look.name(), look.folder()));
        command.addAll(List.of(look.user(), Integer.toString(look.mounts().size())));
        look.mounts()
                .forEach(mount -> command.addAll(
                        List.of(mount.mode().word, mount.path(), mount.from().toString())));
        command.addAll(program);
        return command;
    }
}
