package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.ServiceFolder;
import java.time.Duration;
import java.util.List;

/** Stops TrainJobs of a service: suspends them, so that all that is known of them stays. Blocks. */
public interface JobStopper {
    /**
     * A TrainJob.
     *
     * @param namespace of the TrainJob
     * @param name of the TrainJob
     */
    record Name(String namespace, String name) {}

    /**
     * What to stop.
     *
     * @param service which is up
     * @param jobs each once
     * @param now whether programs are killed instead of being asked to end
     * @param timeout how long to wait until nothing of them runs
     */
    record Request(ServiceFolder service, List<Name> jobs, boolean now, Duration timeout) {
        public Request {
            jobs = List.copyOf(jobs);
        }
    }

    /** What became of one. */
    enum Outcome {
        /** Nothing of it runs any more. */
        STOPPED,
        /** It had ended, or was suspended, before. */
        ENDED_BEFORE,
        /** Some of it runs on. */
        LATE
    }

    /**
     * Does it.
     *
     * @return one for each job, in their order
     * @throws CommandException when the service does not answer, or refuses it; the message says why
     */
    List<Outcome> stop(Request request);
}
