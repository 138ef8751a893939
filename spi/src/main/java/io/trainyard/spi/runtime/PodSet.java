package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The pods of one replicated job of the JobSet. */
public final class PodSet {
    /**
     * An edge of the start order.
     *
     * @param job name of the replicated job that must come first
     * @param status {@code Ready} or {@code Complete}
     */
    public record Dependency(String job, String status) {}

    private final Freezable freezable;
    private final PodSetDefinition definition;
    private final List<ContainerView> initContainers;
    private final List<ContainerView> containers;
    private final Map<String, Volume> changedVolumes = new LinkedHashMap<>();
    private final Map<String, String> podLabels = new LinkedHashMap<>();
    private final Map<String, String> podAnnotations = new LinkedHashMap<>();
    private final Map<String, String> jobAnnotations = new LinkedHashMap<>();
    private final Set<String> dnsSearches = new LinkedHashSet<>();
    private int count;
    private boolean countChanged;
    private @Nullable Integer minCount;
    private @Nullable String defaultSucceededIndexes;
    private @Nullable Integer maxCount;
    private @Nullable Integer defaultBackoffLimit;
    private @Nullable Integer defaultSucceededCount;
    private @Nullable String schedulerName;

    PodSet(Freezable freezable, PodSetDefinition definition) {
        this.freezable = freezable;
        this.definition = definition;
        this.count = definition.count;
        this.initContainers = views(freezable, definition.initContainers);
        this.containers = views(freezable, definition.containers);
    }

    private static List<ContainerView> views(Freezable freezable, Collection<ContainerDefinition> definitions) {
        List<ContainerView> views = new ArrayList<>(definitions.size());
        definitions.forEach(container -> views.add(new ContainerView(freezable, container)));
        return views;
    }

    /** Name of the replicated job. */
    public String name() {
        return definition.name;
    }

    /** The role: {@code trainer}, an initializer, any other value of the ancestor label, or empty when there is none. */
    public Optional<String> ancestor() {
        return Optional.ofNullable(definition.ancestor);
    }

    /** True when the role is this one. */
    public boolean hasAncestor(String ancestor) {
        return ancestor.equals(definition.ancestor);
    }

    /** How many Jobs of this shape there are; never part of {@link #count()}. */
    public int replicas() {
        return definition.replicas;
    }

    /** Pods of one Job. Zero is possible. */
    public int count() {
        return count;
    }

    /** Sets the pods of one Job; zero or more. Only while the ML policies are enforced. */
    public void setCount(int count) {
        freezable.requireMutableCounts();
        if (count < 0) {
            throw new IllegalArgumentException("count of pod set " + name() + " is negative: " + count);
        }
        this.count = count;
        this.countChanged = true;
    }

    /** How many pods of one Job are enough to train, for elastic jobs; {@link #count()} unless an ML policy set less. */
    public int minCount() {
        return minCount == null ? count : Math.min(Math.max(minCount, 1), count);
    }

    /** Sets how many pods of one Job are enough; values outside 1 to the count are clamped. Only while the ML policies are enforced. */
    public void setMinCount(int minCount) {
        freezable.requireMutableCounts();
        this.minCount = minCount;
    }

    /** Which indexes have to end well for a Job to succeed, if its template has no successPolicy; empty: all. */
    public Optional<String> defaultSucceededIndexes() {
        return Optional.ofNullable(defaultSucceededIndexes);
    }

    /**
     * Says which indexes have to end well for a Job to succeed; a successPolicy of its template wins. Only while the ML policies are enforced.
     *
     * @param indexes as Kubernetes writes them, such as {@code 0} or {@code 0-2,5}
     */
    public void setDefaultSucceededIndexes(String indexes) {
        freezable.requireMutableCounts();
        this.defaultSucceededIndexes = indexes;
    }

    /**
     * Makes the pods elastic: training goes on with any number of them between these, so their number may change while they run. Sets {@link #minCount} too.
     * Only while the ML policies are enforced.
     *
     * @param min fewest pods of one Job, at least 1
     * @param max most pods of one Job, not less than {@code min}
     */
    public void setCountBounds(int min, int max) {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException("bounds of pod set " + name() + ": " + min + " to " + max);
        }
        setMinCount(min);
        this.maxCount = max;
    }

    /** True when the number of pods may change while they run. */
    public boolean isElastic() {
        return maxCount != null;
    }

    /** How many pods one Job may ever have; {@link #count()} where that cannot change. */
    public int maxCount() {
        return maxCount == null ? count : Math.max(maxCount, count);
    }

    /** How many failed pods a Job survives, if its template does not say. */
    public Optional<Integer> defaultBackoffLimit() {
        return Optional.ofNullable(defaultBackoffLimit);
    }

    /** Says how many failed pods a Job survives; its template wins. Only while the ML policies are enforced. */
    public void setDefaultBackoffLimit(int backoffLimit) {
        freezable.requireMutableCounts();
        this.defaultBackoffLimit = backoffLimit;
    }

    /** With how many pods that ended well a Job has succeeded, if its template has no successPolicy; empty: with all. */
    public Optional<Integer> defaultSucceededCount() {
        return Optional.ofNullable(defaultSucceededCount);
    }

    /** Says with how many pods that ended well a Job has succeeded; a successPolicy of its template wins. Only while the ML policies are enforced. */
    public void setDefaultSucceededCount(int succeededCount) {
        freezable.requireMutableCounts();
        this.defaultSucceededCount = succeededCount;
    }

    /** Pods of all Jobs together. A Job whose template wants fewer completions than parallel pods never has more than that. */
    public int pods() {
        return ofAllJobs(count);
    }

    /** How many pods of all Jobs together are enough to train. */
    public int minPods() {
        return ofAllJobs(minCount());
    }

    private int ofAllJobs(int podsOfJob) {
        @Nullable Integer completions = definition.completions;
        int most = completions == null || isCountChanged() ? podsOfJob : Math.min(podsOfJob, completions);
        return (int) Math.min((long) replicas() * most, Integer.MAX_VALUE);
    }

    /** True when a plugin decided the count, so that the one of the template does not matter. */
    public boolean isCountChanged() {
        return countChanged;
    }

    /** What must run before these pods start, in the order of the template; empty when nothing. */
    public List<Dependency> dependsOn() {
        return definition.dependsOn;
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

    /** The container of that name: a regular one if there is one, else an init container. */
    public Optional<ContainerView> containerOrInitContainer(String name) {
        return container(name).or(() -> initContainers.stream()
                .filter(container -> container.name().equals(name))
                .findFirst());
    }

    /** Appends an init container; the caller then sets its image, command and so on. */
    public ContainerView addInitContainer(String name) {
        freezable.requireMutable();
        ContainerView added = new ContainerView(freezable, ContainerDefinition.named(name));
        initContainers.add(added);
        return added;
    }

    /**
     * The container that trains, if this is a trainer pod set that has one. With an MPI policy, the container of {@code launcher} and
     * of {@code node} that MPI works on, whatever their roles.
     */
    public Optional<ContainerView> trainerContainer() {
        return Optional.ofNullable(definition.trainerContainer).flatMap(this::container);
    }

    /** Volumes of the pod. Unmodifiable. */
    public List<Volume> volumes() {
        Map<String, Volume> byName = new LinkedHashMap<>();
        definition.volumes.forEach(volume -> byName.put(volume.getName(), volume));
        byName.putAll(changedVolumes);
        return List.copyOf(byName.values());
    }

    /** Replaces the volume of the same name, else appends. */
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

    /** Adds or replaces a label of the pods. */
    public void putPodLabel(String key, String value) {
        freezable.requireMutable();
        podLabels.put(key, value);
    }

    /** Annotations that a scheduler wants on these pods; over those of the template. Unmodifiable. */
    public Map<String, String> podAnnotations() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(podAnnotations));
    }

    /** Adds or replaces an annotation of the pods. */
    public void putPodAnnotation(String key, String value) {
        freezable.requireMutable();
        podAnnotations.put(key, value);
    }

    /** Annotations that a scheduler wants on the Jobs; over those of the template. Unmodifiable. */
    public Map<String, String> jobAnnotations() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(jobAnnotations));
    }

    /** Adds or replaces an annotation of the Jobs. */
    public void putJobAnnotation(String key, String value) {
        freezable.requireMutable();
        jobAnnotations.put(key, value);
    }

    /** Domains that plugins want these pods to look up short names in, beside those of the template. */
    public List<String> dnsSearches() {
        return List.copyOf(dnsSearches);
    }

    /** Adds a domain in which these pods look up short names; once, however often it is added. */
    public void addDnsSearch(String domain) {
        freezable.requireMutable();
        dnsSearches.add(domain);
    }

    /** The scheduler that the merged template names; empty when it names none. */
    public Optional<String> declaredSchedulerName() {
        return Optional.ofNullable(definition.schedulerName).filter(name -> !name.isEmpty());
    }

    /** The priority class that the merged template names; empty when it names none. */
    public Optional<String> priorityClassName() {
        return Optional.ofNullable(definition.priorityClassName).filter(name -> !name.isEmpty());
    }

    /** The scheduler that a plugin chose for these pods; empty leaves the one of the template. */
    public Optional<String> schedulerName() {
        return Optional.ofNullable(schedulerName);
    }

    /** Chooses the scheduler of these pods, over the one of the template. */
    public void setSchedulerName(String schedulerName) {
        freezable.requireMutable();
        this.schedulerName = schedulerName;
    }

    /**
     * Resources that one pod asks for, computed as a scheduler does. With a {@code podGroupPolicy}, what the cluster adds to a pod is in it:
     * defaults of LimitRanges and the overhead of the RuntimeClass.
     */
    public Map<String, Quantity> singlePodRequests() {
        return definition.singlePodRequests.get();
    }

    /** True when the pods of a Job know their index; only an explicit {@code NonIndexed} makes it false. */
    public boolean isIndexed() {
        return definition.indexed;
    }

    /** Host name of one pod inside the JobSet's network. */
    public String host(int replica, int pod) {
        return hostName(replica, pod) + "." + definition.subdomain;
    }

    /** What {@code hostname} prints in one pod: the host name without its domain. */
    public String hostName(int replica, int pod) {
        return definition.hostPrefix + "-" + replica + "-" + pod;
    }

    /** Name of the Service under which the pods find each other. */
    public String subdomain() {
        return definition.subdomain;
    }

    /**
     * Host names of all pods, replicas first; evaluated lazily, with the count at the time of the call.
     *
     * @throws ArithmeticException when there are more than {@link Integer#MAX_VALUE} of them
     */
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
}
