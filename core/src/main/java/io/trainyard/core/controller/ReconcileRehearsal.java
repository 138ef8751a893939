package io.trainyard.core.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.AppliedVersions;
import io.trainyard.core.apply.ObjectApplier;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.events.EventRecorder;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.jobset.ServiceConflicts;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.kube.SharedParts;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.queue.Outcome;
import io.trainyard.core.reconcile.ReconcileListener;
import io.trainyard.core.reconcile.TrainJobReconciler;
import io.trainyard.core.runtime.RuntimeResolver;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reconciles a sample from its creation to its end by the code that reconciles everybody's, so that the first real TrainJob does not wait for it to be loaded
 * and compiled: snapshot, PodGroups, JobSet, an apply, statuses and events. Nothing is shared with the controller but that code. Lives on an event loop
 * of its own.
 */
public final class ReconcileRehearsal {
    private final KubeApi nowhere;
    private final SampleCache<TrainJob> trainJobs = new SampleCache<>();
    private final SampleCache<JobSet> jobSets = new SampleCache<>();
    private final ObservedJobSets observed;
    private final KeptJobs kept = new KeptJobs(new SharedParts());
    private final TrainJobReconciler reconciler;

    private ReconcileRehearsal(
            KubeApi nowhere, TimeSource time, Plugins plugins, ObjectCache<ClusterTrainingRuntime> runtimes) {
        this.nowhere = nowhere;
        observed = new ObservedJobSets(new OwnWrites<>(jobSets, time), () -> {});
        InPlaceScaling scaling = new InPlaceScaling(ElasticSettings.DEFAULT, time);
        reconciler = new TrainJobReconciler(
                nowhere,
                time,
                new OwnWrites<>(trainJobs, time),
                observed,
                new ServiceConflicts(new SampleCache<>()),
                new RuntimeResolver(
                        nowhere,
                        SnapshotKey.random(),
                        SizeLimits.DEFAULT,
                        new OwnWrites<>(new SampleCache<>(), time),
                        new SampleCache<>(),
                        runtimes,
                        time),
                new TrainJobCompiler(new CompilerPlugins(
                        plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders())),
                TrainJobController.terminalState(plugins, observed),
                new ObjectApplier(nowhere, new CachedObjects(nowhere, time), new AppliedVersions()),
                scaling,
                // Those of what goes as it should, too: no other event is sure to come of a sample that goes well.
                new EventRecorder(nowhere, time, true),
                new ReconcileListener() {
                    @Override
                    public void skipped() {}

                    @Override
                    public void started(TrainJob trainJob, RuntimeInfo info) {}

                    @Override
                    public void gangs(TrainJob trainJob, List<String> words) {}
                },
                SizeLimits.DEFAULT,
                false);
    }

    /**
     * One life of the sample: made suspended, resumed, run, complete.
     *
     * @param nowhere takes and tells again what is written, and sends nothing; with nothing in it yet
     * @param time of the event loop
     * @param sample what to reconcile, suspended; stays as it is
     * @param runtime what it names
     * @return the sample as it ended; fails when a reconcile did not go well
     */
    public static Uni<TrainJob> life(
            KubeApi nowhere, TimeSource time, Plugins plugins, TrainJob sample, ClusterTrainingRuntime runtime) {
        return Uni.createFrom().deferred(() -> {
            SampleCache<ClusterTrainingRuntime> runtimes = new SampleCache<>();
            runtimes.put(runtime);
            return new ReconcileRehearsal(nowhere, time, plugins, runtimes).life(sample);
        });
    }

    private Uni<TrainJob> life(TrainJob sample) {
        String namespace = sample.getMetadata().getNamespace();
        String name = sample.getMetadata().getName();
        return nowhere.create(sample)
                .chain(changed -> reconcile(changed))
                .chain(() ->
                        nowhere.mergePatch(TrainJob.class, namespace, name, Map.of("spec", Map.of("suspend", false))))
                .chain(changed -> reconcile(changed))
                .chain(() -> report(sample, 1, List.of()))
                .chain(() -> report(
                        sample,
                        0,
                        List.of(Map.of(
                                "type",
                                "Completed",
                                "status",
                                "True",
                                "reason",
                                "AllJobsCompleted",
                                "message",
                                "jobset completed successfully",
                                "lastTransitionTime",
                                "2020-01-01T00:00:00Z"))))
                .chain(() -> nowhere.get(TrainJob.class, namespace, name))
                .map(Optional::orElseThrow);
    }

    private Uni<Void> reconcile(TrainJob changed) {
        trainJobs.put(kept.keep(changed));
        return reconcile();
    }

    private Uni<Void> reconcile() {
        TrainJob trainJob = trainJobs.all().iterator().next();
        return reconciler
                .reconcile(trainJob.key())
                .invoke(outcome -> {
                    if (!(outcome instanceof Outcome.Done || outcome instanceof Outcome.RequeueAfter)) {
                        throw new IllegalStateException("a reconcile of the sample ended in " + outcome);
                    }
                })
                .replaceWithVoid();
    }

    /** As JobSet's controller does. */
    private Uni<Void> report(TrainJob sample, int ready, List<Map<String, Object>> conditions) {
        List<Map<String, Object>> counters = observed.existing(sample).stream()
                .flatMap(jobSet -> jobSet.replicatedJobs().stream())
                .map(job -> Map.<String, Object>of(
                        "name",
                        String.valueOf(job.get("name")),
                        "ready",
                        ready,
                        "active",
                        ready,
                        "succeeded",
                        1 - ready,
                        "failed",
                        0))
                .toList();
        return nowhere.mergePatchStatus(
                        JobSet.class,
                        sample.getMetadata().getNamespace(),
                        sample.getMetadata().getName(),
                        Map.of("status", Map.of("replicatedJobsStatus", counters, "conditions", conditions)))
                .invoke(jobSet -> jobSets.put(kept.keep(jobSet)))
                .chain(() -> reconcile());
    }
}
