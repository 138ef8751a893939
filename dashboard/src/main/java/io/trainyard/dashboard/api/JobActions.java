package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Credentials;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.view.JobKey;

/** What a page may do to jobs. Whoever calls has made sure that the user may. May be called from any thread. */
public interface JobActions {
    /**
     * Suspends a job or lets it run.
     *
     * @return fails with a message for the user
     */
    Uni<Void> suspend(Caller who, JobKey job, boolean suspended);

    /**
     * Deletes a job.
     *
     * @return fails with a message for the user
     */
    Uni<Void> delete(Caller who, JobKey job);

    /**
     * Who asks, and what he has shown for it: changes are made in his name.
     *
     * @param credentials with his token, where users have one
     */
    record Caller(Identity who, Credentials credentials) {}
}
