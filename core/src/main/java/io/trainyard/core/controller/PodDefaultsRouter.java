package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Wakes TrainJobs when what the cluster adds to their pods has changed: only suspended ones, since the PodGroup of a running one
 * does not change any more.
 */
final class PodDefaultsRouter {
    private final GangUsers users;
    private final Consumer<ResourceKey> wake;

    /**
     * A router.
     *
     * @param wake asks for a reconcile; called on the threads that read changes
     */
    PodDefaultsRouter(GangUsers users, Consumer<ResourceKey> wake) {
        this.users = users;
        this.wake = wake;
    }

    ObjectCache.Listener<LimitRange> limitRanges() {
        return listener(range -> users.inNamespace(range.getMetadata().getNamespace()));
    }

    ObjectCache.Listener<RuntimeClass> runtimeClasses() {
        return listener(
                runtimeClass -> users.ofRuntimeClass(runtimeClass.getMetadata().getName()));
    }

    private <T extends HasMetadata> ObjectCache.Listener<T> listener(Function<T, Collection<TrainJob>> affected) {
        return new ObjectCache.Listener<>() {
            @Override
            public void added(T object, boolean initial) {
                // The first list of TrainJobs looks at all of them anyway.
                if (!initial) {
                    changed(object);
                }
            }

            @Override
            public void updated(T previous, T object) {
                changed(object);
            }

            @Override
            public void deleted(T object) {
                changed(object);
            }

            private void changed(T object) {
                affected.apply(object).stream().map(TrainJob::key).distinct().forEach(wake);
            }
        };
    }
}
