package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Blocking;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Linux: a hosts file, a host name and mounts of its own for each container, in namespaces of an ordinary user. */
public final class UserNamespace implements ProcessView {
    private static final String SCRIPT_NAME = "user-namespace.sh";
    private static final int LIMIT_SECONDS = 10;

    private final String script;
    private final Path stages;
    private final String user;

    private UserNamespace(String script, Path stages, String user) {
        this.script = script;
        this.stages = stages;
        this.user = user;
    }

    /**
     * The view. Blocks for the time of a look at this process.
     *
     * @param run folder of the run; mounts are put together below it
     */
    public static UserNamespace in(Path run) throws IOException {
        try (InputStream resource = UserNamespace.class.getResourceAsStream(SCRIPT_NAME)) {
            if (resource == null) {
                throw new IOException("this build was made without " + SCRIPT_NAME);
            }
            String script = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            Path self = Path.of("/proc/self");
            String user = Files.exists(self)
                    ? Files.getAttribute(self, "unix:uid") + ":" + Files.getAttribute(self, "unix:gid")
                    : "";
            return new UserNamespace(script, run.resolve("stage"), user);
        }
    }

    @Override
    @Blocking("called on a worker thread when the node starts")
    public void check() {
        if (user.isEmpty()) {
            throw new StartException("--network userns works on Linux only; use --network rewrite");
        }
        try {
            Path probe = Files.createTempDirectory("userns");
            Path answer = probe.resolve("answer");
            try {
                Files.writeString(probe.resolve("hosts"), "127.0.0.1\tprobe\n");
                Map<String, Path> mounts = Map.of("/trainyard-probe/mount", probe);
                List<String> command = command(
                        probe.resolve("hosts"),
                        "probe",
                        "/",
                        mounts,
                        List.of("sh", "-c", "cat /etc/hosts /trainyard-probe/mount/hosts && uname -n"));
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(answer.toFile())
                        .redirectInput(new File("/dev/null"))
                        .start();
                boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
                process.destroyForcibly();
                String text = Files.readString(answer).strip();
                if (!ended || !text.equals("127.0.0.1\tprobe\n127.0.0.1\tprobe\nprobe")) {
                    throw new StartException(
                            "--network userns: this system does not let users have namespaces of their own"
                                    + (text.isEmpty() ? "" : " (" + text + ")") + "; use --network rewrite");
                }
            } finally {
                Files.deleteIfExists(answer);
                Files.deleteIfExists(probe.resolve("hosts"));
                Files.deleteIfExists(probe);
            }
        } catch (IOException e) {
            throw new StartException("--network userns: " + e.getMessage() + "; use --network rewrite");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("--network userns: interrupted");
        }
    }

    @Override
    public boolean showsMounts() {
        return true;
    }

    @Override
    public List<String> wrap(ContainerLaunch launch, List<String> program) {
        return command(
                launch.hosts(), launch.pod().hostname(), launch.workingFolder().toString(), launch.mounts(), program);
    }

    private List<String> command(
            Path hosts, String name, String folder, Map<String, Path> mounts, List<String> program) {
        try {
            Files.createDirectories(stages);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + stages + " cannot be made", e);
        }
        List<String> command = new ArrayList<>(List.of(
                "unshare", "--user", "--map-root-user", "--mount", "--uts", "--", "sh", "-c", script, "userns"));
        command.addAll(List.of(stages.toString(), hosts.toString(), name, folder, user));
        command.add(Integer.toString(mounts.size()));
        // Outer mounts first, or they would hide the inner ones.
        Map<String, Path> sorted = new LinkedHashMap<>();
        mounts.keySet().stream().sorted().forEach(path -> sorted.put(path, mounts.get(path)));
        sorted.forEach((path, from) -> command.addAll(List.of(path, from.toString())));
        command.addAll(program);
        return command;
    }
}
