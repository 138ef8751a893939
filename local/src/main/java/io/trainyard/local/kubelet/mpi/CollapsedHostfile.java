package io.trainyard.local.kubelet.mpi;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A hostfile with this machine in place of all its hosts, in the form that it had. */
final class CollapsedHostfile {
    private static final Pattern OPEN_MPI = Pattern.compile("\\S+\\s+slots=(\\d+)");
    private static final Pattern HYDRA = Pattern.compile("[^:\\s]+:(\\d+)");

    private CollapsedHostfile() {}

    /** The text; what is no hostfile of ours stays as it is. */
    static String of(String hostfile) {
        List<String> lines = hostfile.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) {
            return hostfile;
        }
        if (lines.stream().allMatch(line -> OPEN_MPI.matcher(line.strip()).matches())) {
            return "localhost slots=" + sum(OPEN_MPI, lines) + "\n";
        }
        return lines.stream().allMatch(line -> HYDRA.matcher(line.strip()).matches())
                ? "localhost:" + sum(HYDRA, lines) + "\n"
                : hostfile;
    }

    private static long sum(Pattern form, List<String> lines) {
        long sum = 0;
        for (String line : lines) {
            Matcher matcher = form.matcher(line.strip());
            sum += matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        }
        return sum;
    }
}
