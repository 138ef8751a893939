package io.trainyard.spi.runtime;

import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.model.TrainerApi;
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

/**
 * The runtime merged with one TrainJob: what plugins read and, while policies are enforced, change. Made anew for every reconcile and
 * used by one thread at a time. After the policies it is frozen.
 */
public final class RuntimeInfo {
    private final Freezable freezable = new Freezable();
    private final Map<String, String> labels;
    private final Map<String, String> annotations;
    private final Map<String, String> runtimeAnnotations;
    private final RuntimePolicy policy;
    private final Trainer trainer;
    private final Map<String, Object> template;
    private final List<PodSet> podSets;
    private final Set<WarningEvent> warnings = new LinkedHashSet<>();
    private @Nullable GangPlan gangPlan;
    private @Nullable ExistingJob existing;
    private List<String> successfulJobs = List.of();
    private @Nullable Integer maxRestarts;
    private boolean resizable = true;

    /**
     * A view of a merged runtime that has no annotations.
     *
     * @param labels labels of the JobSet object
     * @param annotations annotations of the JobSet object
     * @param policy the selected policies
     * @param trainer the trainer section of the TrainJob
     * @param template the merged JobSet spec; never changed here
     * @param podSets one for each replicated job, in the order of the template
     */
    public RuntimeInfo(
            Map<String, String> labels,
            Map<String, String> annotations,
            RuntimePolicy policy,
            Trainer trainer,
            Map<String, Object> template,
            Collection<PodSetDefinition> podSets) {
        this(labels, annotations, Map.of(), policy, trainer, template, podSets);
    }

    /**
     * A view of a merged runtime.
     *
     * @param labels labels of the JobSet object
     * @param annotations annotations of the JobSet object
     * @param runtimeAnnotations annotations of the runtime object
     * @param policy the selected policies
     * @param trainer the trainer section of the TrainJob
     * @param template the merged JobSet spec; never changed here
     * @param podSets one for each replicated job, in the order of the template
     */
    public RuntimeInfo(
            Map<String, String> labels,
            Map<String, String> annotations,
            Map<String, String> runtimeAnnotations,
            RuntimePolicy policy,
            Trainer trainer,
            Map<String, Object> template,
            Collection<PodSetDefinition> podSets) {
        this.labels = new LinkedHashMap<>(labels);
        this.annotations = new LinkedHashMap<>(annotations);
        this.runtimeAnnotations = Collections.unmodifiableMap(runtimeAnnotations);
        this.policy = policy;
        this.trainer = trainer;
        this.template = template;
        this.podSets = new ArrayList<>(podSets.size());
        podSets.forEach(definition -> this.podSets.add(new PodSet(freezable, definition)));
    }

    /**
     * Who is scheduled together. Present while pod group policies are enforced and components are built, if the runtime selects a
     * {@code podGroupPolicy}. At validation it stands on the counts of the template, and is missing where the template has no valid order of
     * start.
     */
    public Optional<GangPlan> gangPlan() {
        return Optional.ofNullable(gangPlan);
    }

    /** For the host, once, when the ML policies have set the final counts. */
    public void setGangPlan(GangPlan gangPlan) {
        freezable.requireMutable();
        this.gangPlan = gangPlan;
    }

    /** What exists of the TrainJob in the cluster; empty before its JobSet is created, at validation, and without a cluster. */
    public Optional<ExistingJob> existing() {
        return Optional.ofNullable(existing);
    }

    /** For the host, before the policies are enforced. */
    public void setExisting(ExistingJob existing) {
        freezable.requireMutable();
        this.existing = existing;
    }

    /** The replicated jobs whose success is that of the JobSet, where a plugin decided that; empty leaves the template's successPolicy. */
    public List<String> successfulJobs() {
        return successfulJobs;
    }

    /** Decides which replicated jobs must all succeed for the JobSet to succeed, over what the template says. Only while the ML policies are enforced. */
    public void setSuccessfulJobs(List<String> names) {
        freezable.requireMutable();
        this.successfulJobs = List.copyOf(names);
    }

    /** False when the number of pods is known to be fixed once a JobSet exists, because this cluster's JobSet refuses to change it. */
    public boolean isResizable() {
        return resizable;
    }

    /** For the host, before the policies are enforced. */
    public void setResizable(boolean resizable) {
        freezable.requireMutable();
        this.resizable = resizable;
    }

    /** How often the JobSet starts all pods anew, where a plugin decided that; empty leaves the number of the template. */
    public Optional<Integer> maxRestarts() {
        return Optional.ofNullable(maxRestarts);
    }

    /** Decides how often the JobSet starts all pods anew, over the number of the template. Only while the ML policies are enforced. */
    public void setMaxRestarts(int maxRestarts) {
        freezable.requireMutable();
        this.maxRestarts = maxRestarts;
    }

    /** Adds or replaces a label of the JobSet object. */
    public void putLabel(String key, String value) {
        freezable.requireMutable();
        labels.put(key, value);
    }

    /** Adds or replaces an annotation of the JobSet object. */
    public void putAnnotation(String key, String value) {
        freezable.requireMutable();
        annotations.put(key, value);
    }

    /** Labels of the JobSet object. Unmodifiable. */
    public Map<String, String> labels() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** Annotations of the JobSet object. Unmodifiable. */
    public Map<String, String> annotations() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
    }

    /** Annotations of the runtime object, which are not those of the JobSet. Unmodifiable; empty when it has none. */
    public Map<String, String> runtimeAnnotations() {
        return runtimeAnnotations;
    }

    /** The policies that the runtime selects. */
    public RuntimePolicy policy() {
        return policy;
    }

    /** The trainer section of the TrainJob; an empty one when it has none. */
    public Trainer trainer() {
        return trainer;
    }

    /** The merged JobSet spec as a JSON tree, for what the pod sets do not show. Never change it. */
    public Map<String, Object> template() {
        return template;
    }

    /** One for each replicated job, in the order of the template. */
    public List<PodSet> podSets() {
        return List.copyOf(podSets);
    }

    /** The first pod set with that role. */
    public Optional<PodSet> podSetByAncestor(String ancestor) {
        return podSets.stream().filter(podSet -> podSet.hasAncestor(ancestor)).findFirst();
    }

    /** The pod set of that name. */
    public Optional<PodSet> podSet(String name) {
        return podSets.stream().filter(podSet -> podSet.name().equals(name)).findFirst();
    }

    /** The pod set that trains; where several do, each in a role of its own, the first whose pods are the nodes, such as the workers. */
    public Optional<PodSet> trainerPodSet() {
        @Nullable MLPolicy mlPolicy = policy.mlPolicy();
        return mlPolicy == null
                ? podSetByAncestor(TrainerApi.ANCESTOR_TRAINER)
                : podSets.stream()
                        .filter(podSet -> podSet.hasAncestor(TrainerApi.ANCESTOR_TRAINER)
                                && mlPolicy.countsNodesOf(podSet.name()))
                        .findFirst()
                        .or(() -> podSetByAncestor(TrainerApi.ANCESTOR_TRAINER));
    }

    /** The container that trains. */
    public Optional<ContainerView> trainerContainer() {
        return trainerPodSet().flatMap(PodSet::trainerContainer);
    }

    /**
     * Tells the owner of the TrainJob, while policies are enforced, what will probably not go as he thinks: an event when the JobSet is created. The same
     * warning counts once.
     */
    public void addWarning(WarningEvent warning) {
        freezable.requireMutable();
        warnings.add(warning);
    }

    /** What plugins warn of, in their order. Unmodifiable. */
    public List<WarningEvent> warnings() {
        return List.copyOf(warnings);
    }

    /** Ends changes of what only ML policies decide: how many pods there are, and with how many of them a Job succeeds or fails. For the host, before it plans gangs. */
    public void freezeCounts() {
        freezable.freezeCounts();
    }

    /** Ends all changes, to this object and to everything in it. */
    public void freeze() {
        freezable.freeze();
    }
}
