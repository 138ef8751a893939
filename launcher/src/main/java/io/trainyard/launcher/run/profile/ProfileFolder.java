package io.trainyard.launcher.run.profile;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.run.folder.FileTree;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where ranks leave what was recorded of them. Each attempt has a log, {@code rank-0.log} or {@code rank-0-2.log}, from its beginning on; its last line says that
 * the recording has ended. What was recorded has the same name with another ending. Blocks.
 *
 * @param root absolute
 */
@Blocking("reads files, and waits for those that are being written")
public record ProfileFolder(Path root) {
    private static final LinearPattern LOG = LinearPattern.of("rank-(\\d{1,9})(?:-(\\d{1,6}))?\\.log");
    private static final List<String> ENDINGS = List.of(".svg", ".trace.json");
    private static final String END = "ended";

    /** A large trace takes a while to be written; one that never comes must not keep a run from ending. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /** Makes it, and tells the variables with which programs find it. */
    public Map<String, String> prepare(MachineSettings.Profiling wish) throws IOException {
        PrivateFiles.createFolders(root);
        return Map.of(
                "TRAINYARD_PROFILE_RANK",
                wish.rank().map(String::valueOf).orElse("all"),
                "TRAINYARD_PROFILE_TOOL",
                wish.pySpy().map(Path::toString).orElse("torch"),
                "TRAINYARD_PROFILE_FOLDER",
                root.toString());
    }

    /**
     * What the user reads when the ranks have ended; waits a while for what is still being written.
     *
     * @param shown how files are named
     */
    public List<String> lines(MachineSettings.Profiling wish, Function<Path, String> shown) {
        for (Duration waited = Duration.ZERO; isBeingWritten() && waited.compareTo(LIMIT) < 0; ) {
            if (!Pause.of(POLL_INTERVAL)) {
                break;
            }
            waited = waited.plus(POLL_INTERVAL);
        }
        List<String> lines =
                profiles().stream().map(profile -> profile.text(shown)).toList();
        return lines.isEmpty() ? List.of(nothing(wish)) : lines;
    }

    private static String nothing(MachineSettings.Profiling wish) {
        return "No profile: "
                + wish.rank().map(rank -> "there was no rank " + rank).orElse("there was no rank") + " that runs Python"
                + (wish.pySpy().isEmpty() ? " and imports torch" : "");
    }

    private boolean isBeingWritten() {
        return newest().values().stream().anyMatch(log -> !said(log).contains(END));
    }

    /** That of the last attempt of each rank. */
    List<Profile> profiles() {
        return newest().entrySet().stream()
                .map(entry -> profile(entry.getKey(), entry.getValue()))
                .toList();
    }

    private Profile profile(long rank, Path log) {
        String name = log.getFileName().toString();
        String base = name.substring(0, name.length() - ".log".length());
        Optional<Path> file = ENDINGS.stream()
                .map(ending -> root.resolve(base + ending))
                .filter(Files::isRegularFile)
                .findFirst();
        List<String> said = said(log).stream()
                .filter(line -> !line.equals(END) && !line.isBlank())
                .toList();
        return new Profile(
                rank, file, said.isEmpty() ? "" : said.get(said.size() - 1).strip());
    }

    private static List<String> said(Path log) {
        return TextFiles.lastLines(log, Integer.MAX_VALUE);
    }

    /** The log of the last attempt of each rank. */
    private Map<Long, Path> newest() {
        Map<Long, Path> logs = new TreeMap<>();
        Map<Long, Long> attempts = new TreeMap<>();
        for (Path file : FileTree.children(root)) {
            Matcher name = LOG.matcher(file.getFileName().toString());
            if (name.matches()) {
                long rank = Long.parseLong(name.group(1));
                long attempt = name.group(2) == null ? 1 : Long.parseLong(name.group(2));
                if (attempt > attempts.getOrDefault(rank, 0L)) {
                    attempts.put(rank, attempt);
                    logs.put(rank, file);
                }
            }
        }
        return logs;
    }
}
