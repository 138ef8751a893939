package io.trainyard.local.controllers.jobset;

import java.util.Map;

/** One thing to be done. */
public sealed interface Change {
    /** Deletes a job together with its pods, which must be gone before it is. */
    record DeleteJob(String name, String uid) implements Change {}

    /** Makes a job; it is an error when one of this name belongs to somebody else. */
    record CreateJob(Map<String, Object> job) implements Change {}

    /**
     * Changes a job.
     *
     * @param patch a merge patch
     * @param onStatus whether it is for the status, and not for the rest
     */
    record PatchJob(String name, Map<String, Object> patch, boolean onStatus) implements Change {}

    /** Makes a service; one that is there already is left as it is. */
    record CreateService(Map<String, Object> service) implements Change {}

    /** Makes a volume claim; one that is there already is left as it is. */
    record CreateClaim(Map<String, Object> claim) implements Change {}

    /** Deletes the JobSet itself together with what belongs to it. */
    record DeleteJobSet(String uid) implements Change {}
}
