package io.trainyard.local.kubelet.logs;

import io.trainyard.local.kubelet.files.FileNames;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Finds the logs of pods in the folder of a run, also after the pods are gone. Safe for several threads. */
public final class PodLogs {
    private final Path pods;
    private final Map<String, PodFolder> folders = new ConcurrentHashMap<>();
    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private final Map<String, Run> writing = new ConcurrentHashMap<>();
    private final AtomicLong runs = new AtomicLong();

    /** One run of a container, while it lasts; the number tells runs apart that write to a file of the same name. */
    private record Run(Path log, long number) {}

    private record Opened(LogFile file, Optional<Run> run) {}

    /**
     * The logs below a folder.
     *
     * @param pods folder with one folder for each pod
     */
    public PodLogs(Path pods) {
        this.pods = pods;
    }

    /** The folder of a pod that runs now; another pod of the same name has another one. */
    public PodFolder folderFor(String namespace, String name, String uid) {
        String owner = owners.putIfAbsent(name, uid);
        String folder = owner == null || owner.equals(uid) ? name : name + "." + uid;
        PodFolder found = new PodFolder(FileNames.resolve(pods, folder));
        folders.put(namespace + "/" + name, found);
        return found;
    }

    /** A container is about to run, and has no log of this run yet; those who follow its log wait for more. */
    public void begun(String namespace, String pod, String container) {
        writing.put(
                namespace + "/" + pod + "/" + container,
                new Run(
                        folders.getOrDefault(namespace + "/" + pod, new PodFolder(FileNames.resolve(pods, pod)))
                                .log(container),
                        runs.incrementAndGet()));
    }

    /** The files to which containers write now. */
    public List<Path> files() {
        return writing.values().stream().map(Run::log).toList();
    }

    /** The file that says when which part of a log was written; need not exist. */
    public static Path timesOf(Path log) {
        return PodFolder.timesOf(log);
    }

    /** A container has ended; those who follow its log are done. */
    public void ended(String namespace, String pod, String container) {
        writing.remove(namespace + "/" + pod + "/" + container);
    }

    /**
     * Opens a log; does not block. The stream must be read to its end or closed.
     *
     * @return fails with {@link NoSuchFileException} when the container has written no such log
     */
    public Future<LogStream> open(Vertx vertx, LogQuery query) {
        String key = query.namespace() + "/" + query.pod() + "/" + query.container();
        return vertx.executeBlocking(
                        () -> {
                            Optional<Path> file =
                                    find(query.namespace(), query.pod(), query.container(), query.previous());
                            Path log = file.orElseThrow(() -> new NoSuchFileException(key));
                            // A follower follows this run of the container, not the next one.
                            Optional<Run> run = query.follow() && !query.previous()
                                    ? Optional.ofNullable(writing.get(key))
                                    : Optional.empty();
                            return new Opened(LogFile.open(log, PodFolder.timesOf(log), query), run);
                        },
                        false)
                .map(opened -> new LogStream(
                        vertx, opened.file(), opened.run().isPresent(), () -> Optional.ofNullable(writing.get(key))
                                .equals(opened.run())));
    }

    /**
     * The log file of a container. Blocks for the time of a look at the folder.
     *
     * @param previous whether of the run before the latest one
     * @return empty when there is none (yet)
     */
    public Optional<Path> find(String namespace, String pod, String container, boolean previous) {
        PodFolder folder = folders.getOrDefault(namespace + "/" + pod, new PodFolder(FileNames.resolve(pods, pod)));
        Path latest = folder.log(container);
        if (!previous) {
            return Optional.of(latest).filter(Files::exists);
        }
        Optional<Path> found = Optional.empty();
        for (int restart = 0; Files.exists(folder.log(container, restart)); restart++) {
            found = Optional.of(folder.log(container, restart));
        }
        return found;
    }
}
