package io.trainyard.plugins.mpi;

import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.StartedProgram;
import io.trainyard.spi.runtime.PodSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds commands of the launcher that start fewer ranks than the TrainJob asks for, or more than there is room for. Pure. */
final class LauncherWarnings {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,7}");
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
        this.ranks = (long) job.topology().nodes() * job.slots();
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

    private void look(CommandLine line) {
        Optional<StartedProgram> mpirun = line.first("mpirun", "mpiexec", "mpiexec.hydra", "orterun", "prterun");
        if (mpirun.isPresent()) {
            mpirun(mpirun.get().ownOptions(OPTIONS));
            return;
        }
        Optional<StartedProgram> deepspeed = line.first("deepspeed", "deepspeed.launcher.runner");
        if (deepspeed.isPresent()) {
            if (deepspeed.get().option("hostfile", "H").isEmpty()) {
                alone("deepspeed looks for /job/hostfile, which is not there", "add --hostfile=" + Hostfile.PATH);
            }
            return;
        }
        line.started().stream()
                .filter(program -> program.python() || program.is("torchrun", "accelerate", "trl"))
                .reduce((earlier, later) -> later)
                .ifPresent(program -> alone("only mpirun starts ranks here", "write mpirun before " + program.name()));
    }

    private void mpirun(StartedProgram mpirun) {
        mpirun.option("np", "n")
                .filter(count -> NUMBER.matcher(count).matches())
                .ifPresent(count -> count(mpirun.name() + " -n " + count, Long.parseLong(count)));
        mpirun.option("host", "H", "hosts")
                .filter(host -> job.topology().hasRemoteHosts())
                .filter(host -> host.startsWith("localhost") || host.startsWith("127."))
                .ifPresent(host -> alone(mpirun.name() + " is told to use " + host, "remove that option"));
    }

    private void count(String command, long started) {
        String room = job.topology().nodes() + " x " + job.slots() + " slots";
        if (started < ranks) {
            found.add(command + " starts " + started + " of the " + ranks + " ranks for which there is room (" + room
                    + "); the others idle; leave it out, and each slot gets a rank");
        } else if (started > ranks) {
            found.add(command + " asks for more ranks than there are slots (" + room
                    + "), which Open MPI refuses; leave it out, or raise numNodes or numProcPerNode");
        }
    }

    private void alone(String reason, String remedy) {
        found.add(reason + ", so the launcher trains alone, and the other " + (ranks - 1) + " of " + ranks
                + " ranks do not start; " + remedy);
    }
}
