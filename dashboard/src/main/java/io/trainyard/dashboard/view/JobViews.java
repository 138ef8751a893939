package io.trainyard.dashboard.view;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/**
 * Where the page has its knowledge from: caches that are there already, never a request of its own for a job. May be called from any thread;
 * results arrive on any thread. Nobody's rights are looked at here.
 */
public interface JobViews {

    /** Told of each change, one after the other; never twice at a time. */
    interface Listener {
        /** A job is there, or is another now. */
        void changed(JobRow row);

        /** A job is gone. */
        void removed(JobKey key);

        /** Everything that was there at the beginning has been told. Called once. */
        void ready();
    }

    /** Ends what was begun. May be called more than once. */
    interface Subscription {
        void cancel();
    }

    /** Tells of all jobs, then of each change. */
    Subscription watch(Listener listener);

    /** One job; empty when there is none of that name. */
    Uni<Optional<JobPage>> job(JobKey key);

    /** What the job's program reported. */
    Uni<JobMetrics> metrics(JobKey key);

    /** What was written, and what it became; empty when there is no such job. Secrets are still in it. */
    Uni<Optional<JobSpec>> spec(JobKey key);

    /** All runtimes, of all namespaces. */
    Uni<List<RuntimeRow>> runtimes();

    /** Machines and queues. */
    Uni<ClusterView> cluster();

    /** The controller itself. */
    Uni<ControllerView> controller();
}
