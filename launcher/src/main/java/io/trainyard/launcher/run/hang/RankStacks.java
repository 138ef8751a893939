package io.trainyard.launcher.run.hang;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.local.kubelet.process.LiveContainer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the ranks of a run are, as py-spy sees it.
 *
 * @param run folder of the run
 * @param pySpy the program; empty where it is not installed
 */
@Blocking("called on worker threads only")
record RankStacks(Path run, Optional<Path> pySpy) {
    private static final String MAIN_THREAD = "\"MainThread\"";
    private static final int FRAMES = 4;

    /** Processor time that the processes of these pods have used, by pod; pods whose processes are not seen are missing. */
    Map<String, Duration> processorTimes(Set<String> pods) {
        Map<String, Duration> times = new HashMap<>();
        for (LiveContainer live : containers(pods)) {
            for (ProcessHandle process : live.processes()) {
                process.info().totalCpuDuration().ifPresent(used -> times.merge(key(live), used, Duration::plus));
            }
        }
        return times;
    }

    /** A sentence for each rank of a pod, or one on how to get them. */
    List<String> of(String pod) throws IOException, InterruptedException {
        if (pySpy.isEmpty()) {
            return List.of("pip install py-spy, and the next run says at which line it hangs");
        }
        List<String> sentences = new ArrayList<>();
        for (LiveContainer live : containers(Set.of(pod))) {
            for (ProcessHandle rank : live.ranks()) {
                Optional<Long> python = Stream.concat(Stream.of(rank), rank.descendants())
                        .filter(RankStacks::isPython)
                        .map(ProcessHandle::pid)
                        .findFirst();
                if (python.isPresent()) {
                    String stack = stack(dump(pySpy.get(), python.get()));
                    sentences.add(
                            stack.isEmpty()
                                    ? "py-spy may not look at process " + python.get()
                                            + "; this allows it: sudo sysctl kernel.yama.ptrace_scope=0"
                                    : "process " + python.get() + " is at " + stack);
                }
            }
        }
        return sentences;
    }

    private static boolean isPython(ProcessHandle process) {
        return process.info()
                .command()
                .filter(path -> Path.of(path).getFileName().toString().startsWith("python"))
                .isPresent();
    }

    private static String dump(Path pySpy, long process) throws IOException, InterruptedException {
        Process dump = new ProcessBuilder("timeout", "10", pySpy.toString(), "dump", "--pid", Long.toString(process))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        dump.waitFor();
        return text;
    }

    /** The innermost frames of the main thread, such as {@code recv (train.py:14), step (train.py:20)}; empty where there is none. Pure. */
    static String stack(String dump) {
        List<String> frames = dump.lines()
                .dropWhile(line -> !line.contains(MAIN_THREAD))
                .skip(1)
                .takeWhile(line -> line.startsWith(" "))
                .limit(FRAMES)
                .map(String::strip)
                .toList();
        return String.join(", ", frames);
    }

    private List<LiveContainer> containers(Set<String> pods) {
        return LiveContainer.below(run).stream()
                .filter(live -> pods.contains(key(live)))
                .toList();
    }

    private static String key(LiveContainer live) {
        return live.namespace() + "/" + live.pod();
    }
}
