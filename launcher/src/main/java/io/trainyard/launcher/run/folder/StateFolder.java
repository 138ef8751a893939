package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where runs and the folders of volume claims are kept, usually {@code .trainyard}.
 *
 * @param root absolute
 */
public record StateFolder(Path root) {
    /** What it is called unless somebody says otherwise. */
    public static final String DEFAULT_NAME = ".trainyard";

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final LinearPattern LATEST = LinearPattern.of("runs/\\d{8}-\\d{6}-[\\w.-]+");
    private static final int MAX_NAME_LENGTH = 80;
    private static final int MAX_NAMED = 5;

    /** The folder at a path, which need not exist. */
    public static StateFolder at(Path path) {
        return new StateFolder(path.toAbsolutePath().normalize());
    }

    /** Where each run has its folder; need not exist. */
    public Path runs() {
        return root.resolve("runs");
    }

    private Path latest() {
        return root.resolve("latest");
    }

    /** Folders of volume claims, kept between runs. */
    public Path claims() {
        return root.resolve("pvc");
    }

    /**
     * Makes the folder of a new run; {@code latest} points to it from now on.
     *
     * @param clock names the folder, in its own time zone
     * @param name of the first TrainJob
     */
    public RunFolder newRun(Clock clock, String name) {
        try {
            prepare();
            String base = LocalDateTime.now(clock).format(STAMP) + "-"
                    + name.substring(0, Math.min(MAX_NAME_LENGTH, name.length()));
            RunFolder run = new RunFolder(create(base));
            pointLatestTo(run);
            return run;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder in " + root, e);
        }
    }

    /** Makes the folder and what is ours in it, if they are not there. */
    void create() {
        try {
            prepare();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder in " + root, e);
        }
    }

    private void prepare() throws IOException {
        boolean named = root.endsWith(DEFAULT_NAME);
        // A folder that was there before is the user's, whatever it holds: neither its files nor its rights change.
        // What we make is for the owner alone.
        boolean ours = named || !Files.exists(root, LinkOption.NOFOLLOW_LINKS);
        PrivateFiles.createFolders(root);
        for (Path folder : List.of(runs(), claims())) {
            PrivateFiles.createFolders(folder);
        }
        if (named) {
            // An older release made them with the rights that are usual.
            for (Path folder : List.of(root, runs(), claims())) {
                PrivateFiles.close(folder);
            }
        }
        Path ignored = root.resolve(".gitignore");
        if (ours && !Files.exists(ignored, LinkOption.NOFOLLOW_LINKS)) {
            Files.writeString(ignored, "*\n");
        }
    }

    /** Two runs may begin within one second. */
    private Path create(String base) throws IOException {
        for (int number = 1; ; number++) {
            try {
                return PrivateFiles.createFolder(runs().resolve(number == 1 ? base : base + "-" + number));
            } catch (FileAlreadyExistsException taken) {
                if (number == Short.MAX_VALUE) {
                    throw taken;
                }
            }
        }
    }

    private void pointLatestTo(RunFolder run) throws IOException {
        if (Files.exists(latest(), LinkOption.NOFOLLOW_LINKS) && !isLatestOurs()) {
            return;
        }
        Path fresh = Files.createSymbolicLink(
                root.resolve("latest." + UUID.randomUUID()), Path.of("runs").resolve(run.id()));
        // In one step: another run may do the same now, and the link leads to a run at any time.
        Files.move(fresh, latest(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The user may have a file or a link of that name, in a folder that we share: it stays. */
    private boolean isLatestOurs() throws IOException {
        try {
            String target = Files.readSymbolicLink(latest()).toString();
            return LATEST.matches(target) && new RunFolder(root.resolve(target)).isFree();
        } catch (NotLinkException ofTheUser) {
            return false;
        } catch (NoSuchFileException gone) {
            // Removed by another process, so it was ours.
            return true;
        }
    }

    /** All runs, the oldest first; other folders beside them are somebody else's. */
    public List<RunFolder> list() {
        return FileTree.children(runs()).stream()
                .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
                .map(RunFolder::new)
                .filter(RunFolder::isOurs)
                .sorted(Comparator.comparing(StateFolder::started).thenComparing(RunFolder::id))
                .toList();
    }

    private static java.time.Instant started(RunFolder run) {
        return run.read().map(RunStatus::started).orElse(java.time.Instant.EPOCH);
    }

    /**
     * The run that a user means.
     *
     * @param name {@code latest}, {@code service} where there is one, the name of a run or its beginning, or the name of a TrainJob, which stands for its newest run
     * @throws UnknownRunException when there is none, or when several begin like that
     */
    public RunFolder find(String name) {
        if (name.equals(ServiceFolder.NAME) && Files.isDirectory(new ServiceFolder(this).root())) {
            return new ServiceFolder(this).asRun();
        }
        List<RunFolder> meant = candidates(name);
        if (meant.size() == 1) {
            return meant.get(0);
        }
        List<RunFolder> runs = list();
        if (runs.isEmpty()) {
            throw new UnknownRunException("there are no runs in " + root);
        }
        throw new UnknownRunException(
                meant.isEmpty()
                        ? "there is no run \"" + name + "\" in " + root + NearestName.question(name, names(runs)) + "; "
                                + newest(runs)
                        : "\"" + name + "\" may be "
                                + String.join(
                                        " or ",
                                        meant.stream().map(RunFolder::id).toList()));
    }

    /**
     * The runs that a user may mean: several only if their names begin alike.
     *
     * @param name as {@link #find} takes it
     */
    public List<RunFolder> candidates(String name) {
        List<RunFolder> runs = list();
        if (name.equals("latest")) {
            return runs.isEmpty() ? runs : List.of(runs.get(runs.size() - 1));
        }
        List<RunFolder> exact =
                runs.stream().filter(run -> run.id().equals(name)).toList();
        if (!exact.isEmpty()) {
            return exact;
        }
        List<RunFolder> ofJob = runs.stream()
                .filter(run -> run.read()
                        .filter(status -> status.trainJobs().contains(name))
                        .isPresent())
                .toList();
        return ofJob.isEmpty()
                ? runs.stream().filter(run -> run.id().startsWith(name)).toList()
                : List.of(ofJob.get(ofJob.size() - 1));
    }

    /** Which runs there are, in words; where they are many, the newest. */
    public static String newest(List<RunFolder> runs) {
        List<String> ids = runs.stream()
                .skip(Math.max(0, runs.size() - MAX_NAMED))
                .map(RunFolder::id)
                .toList();
        return runs.size() > MAX_NAMED
                ? "the newest are " + String.join(", ", ids) + "; 'trainyard ps' lists all"
                : "there are " + String.join(", ", ids);
    }

    /** By which a user may call runs. */
    public static List<String> names(List<RunFolder> runs) {
        return Stream.concat(
                        runs.stream()
                                .flatMap(run -> run.read().stream())
                                .flatMap(status -> status.trainJobs().stream()),
                        runs.stream().map(RunFolder::id))
                .distinct()
                .toList();
    }

    /** Removes a run with all its logs; another process may do the same now. */
    public void remove(RunFolder run) {
        try {
            run.delete();
            List<RunFolder> left = list();
            if (!Files.exists(latest()) && (!Files.isSymbolicLink(latest()) || isLatestOurs())) {
                if (left.isEmpty()) {
                    Files.deleteIfExists(latest());
                } else {
                    pointLatestTo(left.get(left.size() - 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + run.root(), e);
        }
    }
}
