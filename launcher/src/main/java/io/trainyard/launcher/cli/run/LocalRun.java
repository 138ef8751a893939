package io.trainyard.launcher.cli.run;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.program.StartedJob;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Trains on this machine, without a cluster. */
public interface LocalRun {
    /**
     * Begins in the background with what does not depend on the input, so that it is there when the input has been read. Returns at once. What
     * it finds wrong is told by {@link #run}.
     *
     * @param port of the API server; 0 for any
     * @param debug whether Trainyard tells what it does itself
     */
    void prepare(PluginSource plugins, int port, boolean debug);

    /**
     * Runs TrainJobs to their end, after {@link #prepare}. Blocks the calling thread, which is no event loop.
     *
     * @return exit code of the command
     * @throws CommandException for what the user can put right
     */
    int run(Request request);

    /**
     * Runs TrainJobs again whenever their files change, until {@link #stop}, after {@link #prepare}. Blocks as {@link #run} does.
     *
     * @return exit code of the command
     * @throws CommandException for what the user can put right before the first run
     */
    int develop(Request request, Development development);

    /** Asks for a graceful stop: containers get their grace period. Returns at once; from any thread, also before {@link #run}. */
    void stop();

    /** The same because this process was asked to end. */
    void terminate();

    /** The same because the terminal was closed. */
    void hangUp();

    /** Kills everything that it has started, at once. From any thread; what follows can only be the end of this process. */
    void kill();

    /**
     * What to run.
     *
     * @param objects what else the files hold, as trees, in the order of the files
     * @param runtimes of the files, and those of the catalogue that a TrainJob names
     * @param trainJobs valid TrainJobs, in the order of the files
     * @param namespace of objects that name none
     * @param state where the run leaves its files
     * @param machine how programs run
     * @param display what the user wants to see
     * @param limits when and how it ends
     */
    record Request(
            List<Map<String, Object>> objects,
            List<RuntimeResource> runtimes,
            List<TrainJob> trainJobs,
            String namespace,
            StateFolder state,
            MachineSettings machine,
            Display display,
            Limits limits) {
        public Request {
            objects = List.copyOf(objects);
            runtimes = List.copyOf(runtimes);
            trainJobs = List.copyOf(trainJobs);
        }

        /** Whether it runs programs of the user's own, and no TrainJobs as a cluster has them. */
        public boolean isProgram() {
            return trainJobs.stream().allMatch(StartedJob::isProgram) && !trainJobs.isEmpty();
        }

        /** The same with other objects. */
        Request with(
                List<Map<String, Object>> otherObjects,
                List<RuntimeResource> otherRuntimes,
                List<TrainJob> otherTrainJobs) {
            return new Request(otherObjects, otherRuntimes, otherTrainJobs, namespace, state, machine, display, limits);
        }
    }

    /**
     * How a job is being developed.
     *
     * @param input reads everything again; throws a {@link CommandException} for what is wrong. Blocks
     * @param files of the input, absolute: a change of them may change the job
     * @param signal name without SIG of what the ranks are sent when other files change; empty when they start again
     */
    record Development(Supplier<Request> input, Set<Path> files, Optional<String> signal) {
        public Development {
            files = Set.copyOf(files);
        }
    }

    /**
     * What the user wants to see, and where.
     *
     * @param out where progress goes
     * @param err where problems go
     * @param format what progress looks like
     * @param follow whose output is shown
     * @param pattern how the program reports its progress; empty for the usual ways
     * @param debug whether Trainyard tells what it does itself
     * @param page the web page of the run
     * @param color whether ranks have colours
     */
    record Display(
            PrintWriter out,
            PrintWriter err,
            Format format,
            Follow follow,
            Optional<LinearPattern> pattern,
            boolean debug,
            Page page,
            boolean color) {}

    /**
     * The web page of a run.
     *
     * @param shown whether there is one
     * @param opened whether the browser is asked to show it
     * @param port on the loopback address; 0 for any free one
     */
    record Page(boolean shown, boolean opened, int port) {
        public static final Page NONE = new Page(false, false, 0);
    }

    /** What progress looks like. */
    enum Format {
        /** Lines that are drawn again and again. */
        LIVE,
        /** One line for each change. */
        LINES,
        /** One JSON object for each change. */
        JSON,
        /** Nothing but failures. */
        QUIET,
        /** What programs write, and a line of ours before and after. */
        PROGRAM,
        /** The same of one program, which writes to the streams of this process itself. */
        CONSOLE;

        /** Whether what we say ourselves goes where problems go, since the output belongs to programs. */
        public boolean isOfPrograms() {
            return this == PROGRAM || this == CONSOLE;
        }
    }

    /**
     * Whose output is shown.
     *
     * @param node index of a node; empty for all or none, or where a rank is wanted
     * @param rank of one process; empty for whole nodes
     * @param all whether that of all is shown
     */
    record Follow(Optional<Long> node, Optional<Long> rank, boolean all) {
        public static final Follow ALL = new Follow(Optional.empty(), Optional.empty(), true);
        public static final Follow NONE = new Follow(Optional.empty(), Optional.empty(), false);

        /**
         * Whether a line is shown.
         *
         * @param index of the node in whose log it stands
         * @param writer rank of the process that wrote it; empty when that is not known
         */
        public boolean includes(long index, Optional<Long> writer) {
            return all
                    || node.filter(wanted -> wanted == index).isPresent()
                    || (rank.isPresent() && rank.equals(writer));
        }

        /** As it is typed. */
        @Override
        public String toString() {
            return all
                    ? "all"
                    : rank.map(wanted -> "rank:" + wanted)
                            .or(() -> node.map(wanted -> Long.toString(wanted)))
                            .orElse("none");
        }
    }

    /**
     * When and how a run ends.
     *
     * @param timeout after so long it is stopped, and has failed
     * @param keep whether the API server stays after the end, until somebody stops it
     * @param kubeconfig file to write, for kubectl and others
     */
    record Limits(Optional<Duration> timeout, boolean keep, Optional<Path> kubeconfig) {}
}
