package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.run.failure.NameRanges;
import io.trainyard.launcher.run.folder.LogFiles.LogFile;
import io.trainyard.launcher.run.output.RankMark;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** The lines of one rank among those of all; remembers whose lines there were, for a word to the user. Not for several threads. */
final class RankLines {
    private final long rank;
    private final Map<Path, Long> processes = new HashMap<>();
    private final NavigableSet<Long> writers = new TreeSet<>();
    private boolean nobodys;

    /**
     * @param rank 0 or more
     */
    RankLines(long rank) {
        this.rank = rank;
    }

    /** Whether a line of a log is of the rank. Looks at the variables of the pod, once for each log. */
    boolean includes(LogFile file, String line) {
        Optional<Long> writer = RankMark.of(line)
                .rankOn(file.node().orElse(0L), processes.computeIfAbsent(file.path(), path -> file.processes()));
        writer.ifPresentOrElse(writers::add, () -> nobodys = true);
        return writer.filter(found -> found == rank).isPresent();
    }

    /** Whether there was a line of the rank. */
    boolean found() {
        return writers.contains(rank);
    }

    /** Whether lines were read, none of which says whose it is. */
    boolean areNobodys() {
        return nobodys && writers.isEmpty();
    }

    /** Why there is no line of the rank. */
    String nothing(String job) {
        if (areNobodys()) {
            return "no line in the logs of " + job
                    + " says which rank wrote it: where a node has several processes, torchrun's --tee 3 and mpirun's --tag-output make lines say it;"
                    + " without --rank, all lines are shown";
        }
        return "there is no line of rank " + rank + " in the logs of " + job
                + (writers.isEmpty()
                        ? ", which are empty"
                        : "; there are lines of rank" + (writers.size() == 1 ? " " : "s ")
                                + NameRanges.text(
                                        writers.stream().map(String::valueOf).toList()));
    }
}
