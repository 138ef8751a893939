package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.kube.WatchedCache;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.function.Consumer;

/** Tells the rows whose job a change concerns. Called on the threads that read the changes. */
final class ChangeListeners {
    private ChangeListeners() {}

    /** Begins; before the informers start. */
    static void listen(ControllerCaches caches, WatchedCache<Pod> pods, LiveRows rows) {
        caches.listen(new TrainJobs(rows));
        caches.listenToJobSets(new Others<JobSet>(jobSet -> rows.touched(key(jobSet))));
        pods.addListener(new Others<Pod>(pod -> SharedReads.job(pod).ifPresent(rows::touched)));
        caches.listenToRuntimes(new Others<RuntimeResource>(
                runtime -> caches.trainJobsOf(runtime).forEach(trainJob -> rows.touched(trainJob.key()))));
    }

    private static ResourceKey key(HasMetadata object) {
        return new ResourceKey(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    private record TrainJobs(LiveRows rows) implements ObjectCache.Listener<TrainJob> {
        @Override
        public void added(TrainJob trainJob, boolean initial) {
            rows.changed(trainJob);
        }

        @Override
        public void updated(TrainJob previous, TrainJob trainJob) {
            rows.changed(trainJob);
        }

        @Override
        public void deleted(TrainJob trainJob) {
            rows.removed(trainJob.key());
        }
    }

    /** Objects of which it only matters whose they are. */
    private record Others<T extends HasMetadata>(Consumer<T> concerned) implements ObjectCache.Listener<T> {
        @Override
        public void added(T object, boolean initial) {
            concerned.accept(object);
        }

        @Override
        public void updated(T previous, T object) {
            concerned.accept(object);
        }

        @Override
        public void deleted(T object) {
            concerned.accept(object);
        }
    }
}
