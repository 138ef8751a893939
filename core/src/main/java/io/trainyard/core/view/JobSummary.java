package io.trainyard.core.view;

import java.time.Instant;
import java.util.Optional;

/**
 * One TrainJob in a list: all that the TrainJob itself tells, without its pods. {@link JobSummaries#of} makes one from a cached TrainJob; it costs
 * microseconds, so lists of thousands are made anew.
 *
 * @param namespace where it is
 * @param name its name
 * @param uid identifies it; another one of the same name has another uid
 * @param state where it is in its life
 * @param reason one word of the condition that is true; empty when there is none
 * @param message a sentence of that condition; may be empty
 * @param runtimeKind {@code TrainingRuntime} or {@code ClusterTrainingRuntime}; the latter where none is written
 * @param runtime name of its runtime; empty only in an object that bypassed the schema
 * @param nodes training nodes that it currently asks for; empty until that is known
 * @param readyNodes training nodes that are ready; empty until that is known
 * @param progress what the program reports; empty until it does
 * @param queue Kueue's queue that the job names; empty when it names none
 * @param created when it was created; the epoch in an object that was never stored
 * @param ended when it ended; empty until it has
 * @param suspended whether it is asked not to run, which may have no effect yet
 * @param deleting whether it was deleted, and waits for finalizers
 * @param managedBy who reconciles it; empty when that is this controller
 */
public record JobSummary(
        String namespace,
        String name,
        String uid,
        JobState state,
        String reason,
        String message,
        String runtimeKind,
        String runtime,
        Optional<Integer> nodes,
        Optional<Integer> readyNodes,
        Optional<TrainingProgress> progress,
        Optional<String> queue,
        Instant created,
        Optional<Instant> ended,
        boolean suspended,
        boolean deleting,
        Optional<String> managedBy) {}
