package io.trainyard.plugins.mpi;

import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.PythonProgram;
import io.trainyard.spi.framework.StartedProgram;
import io.trainyard.spi.runtime.PodSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds commands of the launcher that start fewer ranks than the TrainJob asks for, or more than there is room for. Pure. */
final class LauncherWarnings {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,7}");
    private static final Pattern WORD_ENDS = Pattern.compile("[\\s;&|(){}'\"]+");
    private static final Map<String, Integer> OPTIONS = new HashMap<>();

    static {
        List.of(
                        "allow_run_as_root",
                        "oversubscribe",
                        "nooversubscribe",
                        "nolocal",
                        "tag_output",
                        "timestamp_output",
                        "display_map",
                        "display_allocation",
                        "report_bindings",
                        "bynode",
                        "byslot",
                        "use_hwthread_cpus",
                        "prepend_rank",
                        "l",
                        "q",
                        "quiet",
                        "v",
                        "verbose")
                .forEach(flag -> OPTIONS.put(flag, 0));
        List.of("mca", "gmca", "omca", "pmca", "prtemca", "genv", "env").forEach(pair -> OPTIONS.put(pair, 2));
    }

    private final MpiJob job;
    private final long ranks;
    private final List<String> found = new ArrayList<>();

    private LauncherWarnings(MpiJob job) {
        this.job = job;
        this.ranks = (long) job.topology().hostCount() * job.slots();
    }

    /** The warnings, without the field that they are about; empty where there is one rank, which nothing can split. */
    static List<String> of(MpiJob job) {
        LauncherWarnings warnings = new LauncherWarnings(job);
        if (warnings.ranks > 1) {
            job.topology()
                    .launcher()
                    .flatMap(PodSet::trainerContainer)
                    .ifPresent(container -> warnings.look(CommandLine.of(container)));
        }
        return List.copyOf(warnings.found);
    }

    /** Whether a word of the command, or of a script in it, is what starts ranks; behind a wrapper, too. */
    static boolean namesMpirun(CommandLine line) {
        return line.words().stream()
                .flatMap(WORD_ENDS::splitAsStream)
                .anyMatch(word -> Launchers.OF_MPI.contains(word.substring(word.lastIndexOf('/') + 1)));
    }

    private void look(CommandLine line) {
        Optional<StartedProgram> mpirun = line.first(Launchers.OF_MPI.toArray(String[]::new));
        if (mpirun.isPresent()) {
            mpirun(mpirun.get());
        } else if (!namesMpirun(line)) {
            withoutMpirun(line);
        }
    }

    private void withoutMpirun(CommandLine line) {
        Optional<StartedProgram> deepspeed = line.first("deepspeed", "deepspeed.launcher.runner");
        if (deepspeed.isPresent()) {
            if (deepspeed.get().option("hostfile", "H").isEmpty()) {
                alone("deepspeed looks for /job/hostfile, which is not there", "add --hostfile=" + Hostfile.PATH);
            }
            return;
        }
        if (line.first("horovodrun")
                .filter(program -> program.option("H", "hosts", "hostfile").isEmpty())
                .isPresent()) {
            alone("horovodrun knows no other hosts", "write mpirun in its place");
            return;
        }
        line.started().stream()
                .filter(program -> PythonProgram.mayWantGroup(program) || program.is("torchrun", "accelerate", "trl"))
                .reduce((earlier, later) -> later)
                .ifPresent(program -> alone("only mpirun starts ranks here", "write mpirun before " + program.name()));
    }

    private void mpirun(StartedProgram program) {
        StartedProgram mpirun = program.ownOptions(OPTIONS);
        boolean otherHosts = mpirun.option("hostfile", "machinefile", "default_hostfile", "f", "host", "H", "hosts")
                .filter(hosts -> !hosts.equals(Hostfile.PATH))
                .isPresent();
        // Behind a colon stands another program with a number of its own.
        if (!otherHosts && !program.has(":")) {
            mpirun.option("np", "n")
                    .filter(count -> NUMBER.matcher(count).matches())
                    .ifPresent(count -> count(mpirun, Long.parseLong(count)));
        }
        mpirun.option("host", "H", "hosts")
                .filter(hosts -> job.topology().hasRemoteHosts())
                .filter(hosts -> Arrays.stream(hosts.split(",", -1))
                        .allMatch(host -> host.startsWith("localhost") || host.startsWith("127.")))
                .ifPresent(hosts -> alone(mpirun.name() + " is told to use " + hosts, "remove that option"));
    }

    private void count(StartedProgram mpirun, long started) {
        String command = mpirun.name() + " -n " + started;
        String room = job.topology().hostCount() + " x " + job.slots() + " slots";
        if (started < ranks) {
            found.add(command + " starts " + started + " of the " + ranks + " ranks for which there is room (" + room
                    + "); the others idle; leave it out, and each slot gets a rank");
        } else if (started > ranks && refusesMore(mpirun)) {
            found.add(command + " asks for more ranks than there are slots (" + room
                    + "), which Open MPI refuses; leave it out, or raise numNodes or numProcPerNode");
        }
    }

    /** Hydra puts several ranks on a slot, and so does Open MPI where it is told to, by an option or by a variable. */
    private boolean refusesMore(StartedProgram mpirun) {
        return job.implementation().filter(Implementation.OPEN_MPI::equals).isPresent()
                && mpirun.arguments().stream()
                        .noneMatch(word -> word.toLowerCase(Locale.ROOT).contains("oversubscribe"));
    }

    private void alone(String reason, String remedy) {
        found.add(reason + ", so the launcher trains alone, and the other " + (ranks - 1) + " of " + ranks
                + " ranks do not start; " + remedy);
    }
}
