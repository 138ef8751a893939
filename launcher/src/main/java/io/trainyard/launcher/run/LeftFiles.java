package io.trainyard.launcher.run;

import io.trainyard.foundation.regex.LinearPattern;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What programs have left in places of their own that users take for those of the machine, where they look for it in vain: {@code /tmp} and {@code /workspace}.
 * Reads folders, so it blocks.
 *
 * @param pods the folder with one folder for each pod
 */
record LeftFiles(Path pods) {
    /** What libraries leave there for themselves. */
    private static final LinearPattern OF_LIBRARIES =
            LinearPattern.of("\\..*|tmp.{6,12}|torch.*|pymp-.*|hsperfdata_.*|ompi.*|prte.*|ray|cuda.*|triton.*"
                    + "|nccl.*|matplotlib.*|wandb.*|core.*|.*\\.(?:lock|sock|pid)");

    private static final int MAX_NAMES = 3;
    private static final int MAX_DEPTH = 4;
    private static final int MAX_FILES = 1_000;

    /** A line for each of the two places in which something was left; of several pods with the first of them. */
    List<String> lines(Function<Path, String> shown) {
        List<String> lines = new ArrayList<>();
        for (String place : List.of("tmp", "workspace")) {
            List<Path> left = children(pods).stream()
                    .flatMap(pod -> children(pod.resolve(place)).stream())
                    .filter(folder -> !names(folder).isEmpty())
                    .toList();
            if (!left.isEmpty()) {
                lines.add(line(place, left, shown));
            }
        }
        return lines;
    }

    private static String line(String place, List<Path> left, Function<Path, String> shown) {
        List<String> names = names(left.get(0));
        return String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "")
                + " in /" + place + ", which each program has for itself, "
                + (names.size() > 1 ? "are" : "is") + " now in " + shown.apply(left.get(0))
                + (left.size() > 1 ? " (and what " + (left.size() - 1) + " more left there beside it)" : "");
    }

    private static List<String> names(Path folder) {
        return children(folder).stream()
                .filter(each -> !OF_LIBRARIES.matches(String.valueOf(each.getFileName())))
                .filter(LeftFiles::holdsSomething)
                .map(each -> String.valueOf(each.getFileName()))
                .toList();
    }

    /** Where other folders were mounted, empty ones are left. */
    private static boolean holdsSomething(Path path) {
        try (Stream<Path> all = Files.walk(path, MAX_DEPTH)) {
            return all.limit(MAX_FILES).anyMatch(Files::isRegularFile);
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            return false;
        }
    }

    private static List<Path> children(Path folder) {
        // None where there is no folder, or it may not be read.
        return Stream.ofNullable(folder.toFile().listFiles())
                .flatMap(Stream::of)
                .map(File::toPath)
                .sorted()
                .toList();
    }
}
