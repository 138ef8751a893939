package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The pods of one replicated job of the JobSet (PIPE-20). */
public final class PodSet {
    /**
     * An edge of the start order.
     *
     * @param job name of the replicated job that must come first
     * @param status {@code Ready} or {@code Complete}
     */
    public record Dependency(String job, String status) {}

    private final Freezable freezable;
    private final Definition definition;
    private final List<ContainerView> initContainers;
    private final List<ContainerView> containers;
    private final Map<String, Volume> changedVolumes = new LinkedHashMap<>();
    private final Map<String, String> podLabels = new LinkedHashMap<>();
    private final Map<String, String> podAnnotations = new LinkedHashMap<>();
    private final int templateCount;
    private int count;
    private @Nullable String schedulerName;

    PodSet(Freezable freezable, Definition definition) {
        this.freezable = freezable;
        this.definition = definition;
        this.templateCount = definition.count();
        this.count = definition.count();
        this.initContainers = views(freezable, definition.initContainers());
        this.containers = views(freezable, definition.containers());
    }

    private static List<ContainerView> views(Freezable freezable, Collection<ContainerView.Definition> definitions) {
        List<ContainerView> views = new ArrayList<>(definitions.size());
        definitions.forEach(container -> views.add(new ContainerView(freezable, container)));
        return views;
    }

    /** Name of the replicated job. */
    public String name() {
        return definition.name();
    }

    /** The role: {@code trainer}, an initializer, any other value of the ancestor label, or empty when there is none. */
    public Optional<String> ancestor() {
        return Optional.ofNullable(definition.ancestor());
    }

    /** True when the role is this one. */
    public boolean hasAncestor(String ancestor) {
        return ancestor.equals(definition.ancestor());
    }

    /** How many Jobs of this shape there are; never part of {@link #count()}. */
    public int replicas() {
        return definition.replicas();
    }

    /** Pods of one Job. Zero is possible (MLP-08). */
    public int count() {
        return count;
    }

    /** Sets the pods of one Job; zero or more. Only while the ML policies are enforced. */
    public void setCount(int count) {
        freezable.requireMutable();
        if (count < 0) {
            throw new IllegalArgumentException("count of pod set " + name() + " is negative: " + count);
        }
        this.count = count;
    }

    /** True when a plugin changed the count of the template (JOBSET-07). */
    public boolean isCountChanged() {
        return count != templateCount;
    }

    /** What must run before these pods start, in the order of the template; empty when nothing. */
    public List<Dependency> dependsOn() {
        return definition.dependsOn();
    }

    /** Regular containers in template order. */
    public List<ContainerView> containers() {
        return List.copyOf(containers);
    }

    /** Init containers in template order. */
    public List<ContainerView> initContainers() {
        return List.copyOf(initContainers);
    }

    /** The regular container of that name. */
    public Optional<ContainerView> container(String name) {
        return containers.stream()
                .filter(container -> container.name().equals(name))
                .findFirst();
    }

    /** The container of that name: a regular one if there is one, else an init container (PIPE-21). */
    public Optional<ContainerView> containerOrInitContainer(String name) {
        return container(name).or(() -> initContainers.stream()
                .filter(container -> container.name().equals(name))
                .findFirst());
    }

    /** Appends an init container; the caller then sets its image, command and so on (PIPE-50). */
    public ContainerView addInitContainer(String name) {
        freezable.requireMutable();
        ContainerView added = new ContainerView(freezable, ContainerView.Definition.named(name));
        initContainers.add(added);
        return added;
    }

    /** The container that trains, if this is a trainer pod set that has one (API-177). */
    public Optional<ContainerView> trainerContainer() {
        return Optional.ofNullable(definition.trainerContainer()).flatMap(this::container);
    }

    /** Volumes of the pod. Unmodifiable. */
    public List<Volume> volumes() {
        Map<String, Volume> byName = new LinkedHashMap<>();
        definition.volumes().forEach(volume -> byName.put(volume.getName(), volume));
        byName.putAll(changedVolumes);
        return List.copyOf(byName.values());
    }

    /** Replaces the volume of the same name, else appends (PIPE-48). */
    public void upsertVolume(Volume volume) {
        freezable.requireMutable();
        changedVolumes.put(volume.getName(), volume);
    }

    /** Volumes that plugins added or replaced, for the builder of the pod template. */
    public List<Volume> changedVolumes() {
        return List.copyOf(changedVolumes.values());
    }

    /** Labels that a scheduler wants on these pods; over those of the template. Unmodifiable. */
    public Map<String, String> podLabels() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(podLabels));
    }

    public void putPodLabel(String key, String value) {
        freezable.requireMutable();
        podLabels.put(key, value);
    }

    /** Annotations that a scheduler wants on these pods; over those of the template. Unmodifiable. */
    public Map<String, String> podAnnotations() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(podAnnotations));
    }

    public void putPodAnnotation(String key, String value) {
        freezable.requireMutable();
        podAnnotations.put(key, value);
    }

    /** The scheduler that a plugin chose for these pods; empty leaves the one of the template. */
    public Optional<String> schedulerName() {
        return Optional.ofNullable(schedulerName);
    }

    public void setSchedulerName(String schedulerName) {
        freezable.requireMutable();
        this.schedulerName = schedulerName;
    }

    /** Resources that one pod asks for, computed as a scheduler does (PIPE-28). Computed at the first call. */
    public Map<String, Quantity> singlePodRequests() {
        return definition.singlePodRequests().get();
    }

    /** True when the pods of a Job know their index (MLP-17); only an explicit {@code NonIndexed} makes it false. */
    public boolean isIndexed() {
        return definition.indexed();
    }

    /** Host name of one pod inside the JobSet's network (JOBSET-10). */
    public String host(int replica, int pod) {
        return definition.hostPrefix() + "-" + replica + "-" + pod + "." + definition.subdomain();
    }

    /** Host names of all pods, replicas first; evaluated lazily, with the count at the time of the call. */
    public List<String> endpoints() {
        int pods = count;
        int size = Math.multiplyExact(replicas(), pods);
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                if (index < 0 || index >= size) {
                    throw new IndexOutOfBoundsException(index);
                }
                return host(index / pods, index % pods);
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    /**
     * A pod set as the merged template has it.
     *
     * @param name name of the replicated job
     * @param ancestor its role, or null
     * @param replicas number of Jobs
     * @param count pods of one Job before any policy
     * @param indexed whether pods have an index
     * @param dependsOn what must come first
     * @param initContainers init containers in template order
     * @param containers regular containers in template order
     * @param trainerContainer name of the container that trains, or null
     * @param volumes volumes of the pod
     * @param singlePodRequests computes what one pod asks for
     * @param hostPrefix start of every host name: TrainJob, dash, replicated job
     * @param subdomain end of every host name
     */
    public record Definition(
            String name,
            @Nullable String ancestor,
            int replicas,
            int count,
            boolean indexed,
            List<Dependency> dependsOn,
            Collection<ContainerView.Definition> initContainers,
            Collection<ContainerView.Definition> containers,
            @Nullable String trainerContainer,
            Collection<Volume> volumes,
            Supplier<Map<String, Quantity>> singlePodRequests,
            String hostPrefix,
            String subdomain) {}
}
