package io.trainyard.local.kubelet.mpi;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;

/** A hostfile with this machine in place of all its hosts, in the form that it had. */
final class CollapsedHostfile {
    private static final LinearPattern OPEN_MPI = LinearPattern.of("\\S+\\s+slots=(\\d+)");
    private static final LinearPattern HYDRA = LinearPattern.of("[^:\\s]+:(\\d+)");

    private CollapsedHostfile() {}

    /** The text; what is no hostfile of ours stays as it is. */
    static String of(String hostfile) {
        List<String> lines = hostfile.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) {
            return hostfile;
        }
        if (lines.stream().allMatch(line -> OPEN_MPI.matches(line.strip()))) {
            return "localhost slots=" + sum(OPEN_MPI, lines) + "\n";
        }
        return lines.stream().allMatch(line -> HYDRA.matches(line.strip()))
                ? "localhost:" + sum(HYDRA, lines) + "\n"
                : hostfile;
    }

    private static long sum(LinearPattern form, List<String> lines) {
        long sum = 0;
        for (String line : lines) {
            Matcher matcher = form.matcher(line.strip());
            sum += matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        }
        return sum;
    }
}
