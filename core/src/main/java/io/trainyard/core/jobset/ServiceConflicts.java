package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ResourceKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Services of somebody else that bear the name under which the pods of a JobSet find each other. JobSet would use such a Service without a word, and
 * no name would resolve, so the JobSet waits until the name is free. The Service itself is never touched. Lives on the event loop.
 */
public final class ServiceConflicts {
    /** One for all, since nobody looks at it. */
    private static final ServiceSpec NOTHING = new ServiceSpec();

    private final ObjectCache<Service> services;
    private final Map<ResourceKey, Set<ResourceKey>> waiting = new HashMap<>();

    public ServiceConflicts(ObjectCache<Service> services) {
        this.services = services;
    }

    /** What the cache keeps of a Service: who it belongs to. Changes an object that nobody else has seen yet. */
    public static Service reduce(Service service) {
        service.setApiVersion("v1");
        service.setKind("Service");
        service.setSpec(NOTHING);
        service.setAdditionalProperties(Collections.emptyMap());
        service.setStatus(null);
        return service;
    }

    /** Name of the Service that stands in the way of a JobSet which is about to be created; empty when nothing does. */
    Optional<String> nameTakenFrom(JobSet jobSet) {
        Optional<String> name = serviceName(jobSet);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        ResourceKey trainJob = new ResourceKey(
                jobSet.getMetadata().getNamespace(), jobSet.getMetadata().getName());
        ResourceKey service = new ResourceKey(trainJob.namespace(), name.get());
        boolean taken = services.find(service)
                .filter(found -> !belongsTo(found, trainJob.name()))
                .isPresent();
        if (!taken) {
            return Optional.empty();
        }
        waiting.computeIfAbsent(service, key -> new LinkedHashSet<>()).add(trainJob);
        return name;
    }

    /** The TrainJobs that were waiting for this Service to go away or to change hands; they are not waiting any more. */
    public Set<ResourceKey> released(ResourceKey service) {
        return Objects.requireNonNullElse(waiting.remove(service), Set.of());
    }

    /** A TrainJob is gone. */
    public void forget(ResourceKey trainJob) {
        waiting.values().removeIf(keys -> keys.remove(trainJob) && keys.isEmpty());
    }

    /** Pods have names unless the JobSet says otherwise; the Service is named after the subdomain. */
    private static Optional<String> serviceName(JobSet jobSet) {
        Map<String, Object> network = Tree.child(jobSet.getSpec(), "network");
        if (Boolean.FALSE.equals(network.get("enableDNSHostnames"))) {
            return Optional.empty();
        }
        return network.get("subdomain") instanceof String subdomain && !subdomain.isEmpty()
                ? Optional.of(subdomain)
                : Optional.of(jobSet.getMetadata().getName());
    }

    /** By name: the Service of an earlier JobSet of that name goes away with it, and the new JobSet makes its own. */
    private static boolean belongsTo(Service service, String jobSet) {
        return service.getMetadata().getOwnerReferences().stream().anyMatch(owner -> isJobSet(owner, jobSet));
    }

    private static boolean isJobSet(OwnerReference owner, String name) {
        return Boolean.TRUE.equals(owner.getController())
                && "JobSet".equals(owner.getKind())
                && name.equals(owner.getName());
    }
}
