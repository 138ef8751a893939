package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pod set as the merged template has it; what a {@link PodSet} begins with. Immutable, as long as nobody changes the collections that it was given:
 * they are not copied, since they may be lazy.
 */
public final class PodSetDefinition {
    final String name;
    final @Nullable String ancestor;
    final int replicas;
    final int count;
    final @Nullable Integer completions;
    final boolean indexed;
    final List<PodSet.Dependency> dependsOn;
    final Collection<ContainerDefinition> initContainers;
    final Collection<ContainerDefinition> containers;
    final @Nullable String trainerContainer;
    final Collection<Volume> volumes;
    final @Nullable String schedulerName;
    final @Nullable String priorityClassName;
    final Supplier<Map<String, Quantity>> singlePodRequests;
    final String hostPrefix;
    final String subdomain;

    private PodSetDefinition(Builder builder) {
        this.name = builder.name;
        this.ancestor = builder.ancestor;
        this.replicas = builder.replicas;
        this.count = builder.count;
        this.completions = builder.completions;
        this.indexed = builder.indexed;
        this.dependsOn = List.copyOf(builder.dependsOn);
        this.initContainers = builder.initContainers;
        this.containers = builder.containers;
        this.trainerContainer = builder.trainerContainer;
        this.volumes = builder.volumes;
        this.schedulerName = builder.schedulerName;
        this.priorityClassName = builder.priorityClassName;
        this.singlePodRequests = builder.singlePodRequests;
        this.hostPrefix = builder.trainJob + "-" + builder.name;
        this.subdomain = builder.subdomain == null ? builder.trainJob : builder.subdomain;
    }

    /**
     * A builder for the pods of one replicated job: by default one Job with one indexed pod, without role, containers and resources.
     *
     * @param trainJob name of the TrainJob, with which host names begin, and the subdomain unless another is said
     * @param name name of the replicated job
     */
    public static Builder builder(String trainJob, String name) {
        return new Builder(trainJob, name);
    }

    /** Collects what a template says of a replicated job; not thread-safe. */
    public static final class Builder {
        private final String trainJob;
        private final String name;
        private @Nullable String ancestor;
        private int replicas = 1;
        private int count = 1;
        private @Nullable Integer completions;
        private boolean indexed = true;
        private List<PodSet.Dependency> dependsOn = List.of();
        private Collection<ContainerDefinition> initContainers = List.of();
        private Collection<ContainerDefinition> containers = List.of();
        private @Nullable String trainerContainer;
        private Collection<Volume> volumes = List.of();
        private @Nullable String schedulerName;
        private @Nullable String priorityClassName;
        private Supplier<Map<String, Quantity>> singlePodRequests = Map::of;
        private @Nullable String subdomain;

        private Builder(String trainJob, String name) {
            this.trainJob = trainJob;
            this.name = name;
        }

        /** The role; null, the default, for none. */
        public Builder ancestor(@Nullable String ancestor) {
            this.ancestor = ancestor;
            return this;
        }

        /** Number of Jobs of this shape; 1 by default. */
        public Builder replicas(int replicas) {
            this.replicas = replicas;
            return this;
        }

        /** Pods of one Job before any policy; 1 by default. */
        public Builder count(int count) {
            this.count = count;
            return this;
        }

        /** How many pods of one Job have to succeed; null, the default, for as many as run. */
        public Builder completions(@Nullable Integer completions) {
            this.completions = completions;
            return this;
        }

        /** Whether pods have an index; true by default. */
        public Builder indexed(boolean indexed) {
            this.indexed = indexed;
            return this;
        }

        /** What must come first, in the order of the template; nothing by default. */
        public Builder dependsOn(List<PodSet.Dependency> dependsOn) {
            this.dependsOn = dependsOn;
            return this;
        }

        /** Init containers in the order of the template; none by default. */
        public Builder initContainers(Collection<ContainerDefinition> initContainers) {
            this.initContainers = initContainers;
            return this;
        }

        /** Regular containers in the order of the template; none by default. */
        public Builder containers(Collection<ContainerDefinition> containers) {
            this.containers = containers;
            return this;
        }

        /** Name of the regular container that trains; null, the default, for none. */
        public Builder trainerContainer(@Nullable String trainerContainer) {
            this.trainerContainer = trainerContainer;
            return this;
        }

        /** Volumes of the pod; none by default. */
        public Builder volumes(Collection<Volume> volumes) {
            this.volumes = volumes;
            return this;
        }

        /** The scheduler that the template names; null, the default, for none. */
        public Builder schedulerName(@Nullable String schedulerName) {
            this.schedulerName = schedulerName;
            return this;
        }

        /** The priority class that the template names; null, the default, for none. */
        public Builder priorityClassName(@Nullable String priorityClassName) {
            this.priorityClassName = priorityClassName;
            return this;
        }

        /** Computes what one pod asks for, each time that it is wanted; nothing by default. */
        public Builder singlePodRequests(Supplier<Map<String, Quantity>> singlePodRequests) {
            this.singlePodRequests = singlePodRequests;
            return this;
        }

        /** Name of the Service under which the pods find each other; by default that of the TrainJob. */
        public Builder subdomain(String subdomain) {
            this.subdomain = subdomain;
            return this;
        }

        /** What was collected. The builder may be used again; what is given it afterwards does not change this one. */
        public PodSetDefinition build() {
            return new PodSetDefinition(this);
        }
    }
}
