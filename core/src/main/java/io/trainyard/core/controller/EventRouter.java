package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.trainyard.core.apply.AppliedVersions;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.ObservedJobSets;
import io.trainyard.core.jobset.ServiceConflicts;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.plugin.PluginFailure;
import io.trainyard.core.queue.Priority;
import io.trainyard.core.reconcile.Dispatcher;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.watch.KeyMapper;
import io.trainyard.spi.watch.TrainJobIndex;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns changes of objects into keys for the queue. Listeners are called on the threads that read the changes and do nothing but hop.
 */
final class EventRouter {
    private static final Logger LOG = LoggerFactory.getLogger(EventRouter.class);

    /** How long to wait for more news of a JobSet whose pods are starting: it reports them in several steps, and each reconcile may write a status. */
    private static final Duration STARTING = Duration.ofSeconds(3);

    /** How long to wait for more news of a running JobSet. */
    private static final Duration SETTLING = Duration.ofMillis(100);

    private final Executor loop;
    private final Dispatcher dispatcher;
    private final TrainJobIndex index;
    private final RuntimeReconciler runtimeReconciler;
    private final AppliedVersions applied;

    EventRouter(
            Executor loop,
            Dispatcher dispatcher,
            TrainJobIndex index,
            RuntimeReconciler runtimeReconciler,
            AppliedVersions applied) {
        this.loop = loop;
        this.dispatcher = dispatcher;
        this.index = index;
        this.runtimeReconciler = runtimeReconciler;
        this.applied = applied;
    }

    ObjectCache.Listener<TrainJob> trainJobs(
            OwnWrites<TrainJob> trainJobs, ObservedJobSets jobSets, ServiceConflicts conflicts) {
        return new ObjectCache.Listener<>() {
            @Override
            public void added(TrainJob trainJob, boolean initial) {
                changed(trainJob, initial ? Priority.LOW : Priority.NEW);
            }

            @Override
            public void updated(TrainJob previous, TrainJob trainJob) {
                if (!ReportedChange.isAll(previous, trainJob)) {
                    changed(trainJob, Priority.HIGH);
                }
            }

            @Override
            public void deleted(TrainJob trainJob) {
                loop.execute(() -> {
                    trainJobs.deleted(trainJob);
                    jobSets.forgetFinalState(trainJob.key());
                    conflicts.forget(trainJob.key());
                    dispatcher.forget(trainJob.key());
                });
            }

            private void changed(TrainJob trainJob, Priority priority) {
                String version = trainJob.getMetadata().getResourceVersion();
                loop.execute(() -> dispatcher.add(
                        trainJob.key(), priority, Duration.ZERO, () -> !trainJobs.isOwn(trainJob.key(), version)));
            }
        };
    }

    ObjectCache.Listener<JobSet> jobSets(ObservedJobSets jobSets) {
        KeyMapper<JobSet> owner = KeyMapper.controllerOwner();
        return new ObjectCache.Listener<>() {
            @Override
            public void added(JobSet jobSet, boolean initial) {
                // The first list of TrainJobs, or the start, looks at all of them anyway.
                if (!initial) {
                    changed(jobSet);
                }
            }

            @Override
            public void updated(JobSet previous, JobSet jobSet) {
                changed(jobSet);
            }

            @Override
            public void deleted(JobSet jobSet) {
                loop.execute(() -> {
                    jobSets.deleted(jobSet);
                    owner.trainJobsOf(jobSet, index).forEach(key -> dispatcher.add(key));
                    // Whoever it belonged to, a TrainJob of its name may have been waiting for that name.
                    dispatcher.addIfFailing(key(jobSet), Priority.HIGH);
                });
            }

            private void changed(JobSet jobSet) {
                Duration delay = settling(jobSet);
                loop.execute(() -> owner.trainJobsOf(jobSet, index)
                        .forEach(key -> dispatcher.add(key, Priority.HIGH, delay, () -> !jobSets.isOwnWrite(jobSet))));
            }
        };
    }

    /** Ends, and what happens while a JobSet is suspended, are never kept waiting. */
    private static Duration settling(JobSet jobSet) {
        if (jobSet.hasEnded() || jobSet.suspended()) {
            return Duration.ZERO;
        }
        boolean starting = jobSet.statusOrEmpty().replicatedJobsStatus().stream()
                .allMatch(job -> job.ready() == 0 && job.succeeded() == 0 && job.failed() == 0);
        return starting ? STARTING : SETTLING;
    }

    /** Only TrainJobs that wait for the name of a Service care. */
    ObjectCache.Listener<Service> services(ServiceConflicts conflicts) {
        return new ObjectCache.Listener<>() {
            @Override
            public void added(Service service, boolean initial) {}

            @Override
            public void updated(Service previous, Service service) {
                released(service);
            }

            @Override
            public void deleted(Service service) {
                released(service);
            }

            private void released(Service service) {
                loop.execute(() -> {
                    Collection<ResourceKey> waiting = conflicts.released(key(service));
                    waiting.forEach(key -> dispatcher.add(key, ofEach(waiting), Duration.ZERO, () -> true));
                });
            }
        };
    }

    /** Only the loss of a snapshot matters: it never changes. */
    ObjectCache.Listener<ConfigMap> snapshots(OwnWrites<ConfigMap> snapshots) {
        KeyMapper<ConfigMap> owner = KeyMapper.controllerOwner();
        return new ObjectCache.Listener<>() {
            @Override
            public void added(ConfigMap snapshot, boolean initial) {}

            @Override
            public void updated(ConfigMap previous, ConfigMap snapshot) {}

            @Override
            public void deleted(ConfigMap snapshot) {
                loop.execute(() -> {
                    snapshots.deleted(snapshot);
                    owner.trainJobsOf(snapshot, index).forEach(key -> dispatcher.add(key));
                });
            }
        };
    }

    ObjectCache.Listener<TrainingRuntime> runtimes() {
        return runtimeListener();
    }

    ObjectCache.Listener<ClusterTrainingRuntime> clusterRuntimes() {
        return runtimeListener();
    }

    /** A runtime that was missing or broken may be there now; jobs that go well never look at it again. */
    private <T extends RuntimeResource> ObjectCache.Listener<T> runtimeListener() {
        return new ObjectCache.Listener<>() {
            @Override
            public void added(T runtime, boolean initial) {
                changed(runtime);
            }

            @Override
            public void updated(T previous, T runtime) {
                changed(runtime);
            }

            @Override
            public void deleted(T runtime) {}

            private void changed(T runtime) {
                ResourceKey key = key(runtime);
                loop.execute(() -> {
                    runtimeReconciler.changed(runtime);
                    index.ofRuntime(runtime.getKind(), key.namespace(), key.name())
                            .forEach(trainJob -> dispatcher.addIfFailing(trainJob.key(), Priority.BULK));
                });
            }
        };
    }

    /** Changes of what the cluster adds to pods. */
    PodDefaultsRouter podDefaults(GangUsers users) {
        return new PodDefaultsRouter(
                users, key -> loop.execute(() -> dispatcher.add(key, Priority.BULK, Duration.ZERO, () -> true)));
    }

    /** Changes of a kind that a plugin watches, but for those that we made. */
    <T extends HasMetadata> ObjectCache.Listener<T> watched(KeyMapper<T> mapper) {
        return new ObjectCache.Listener<>() {
            @Override
            public void added(T object, boolean initial) {
                if (!initial) {
                    changed(object, () -> !applied.isOwn(object));
                }
            }

            @Override
            public void updated(T previous, T object) {
                changed(object, () -> !applied.isOwn(object));
            }

            @Override
            public void deleted(T object) {
                changed(object, () -> true);
            }

            private void changed(T object, BooleanSupplier isNews) {
                Collection<ResourceKey> keys;
                try {
                    keys = mapper.trainJobsOf(object, index);
                } catch (PluginFailure failure) {
                    // The watch must go on for everybody else; the plugin is counted and named by its guard.
                    LOG.atWarn().addKeyValue("object", key(object)).log("change not mapped: {}", failure.getMessage());
                    return;
                }
                Priority priority = ofEach(keys);
                keys.forEach(key -> loop.execute(() -> dispatcher.add(key, priority, Duration.ZERO, isNews)));
            }
        };
    }

    /** What concerns many jobs may concern thousands, and a new job is not to wait for all of them. */
    private static Priority ofEach(Collection<ResourceKey> keys) {
        return keys.size() > 1 ? Priority.BULK : Priority.HIGH;
    }

    private static ResourceKey key(HasMetadata object) {
        return new ResourceKey(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }
}
