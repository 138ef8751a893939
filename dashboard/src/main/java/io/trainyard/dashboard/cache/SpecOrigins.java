package io.trainyard.dashboard.cache;

import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.compile.Leaf;
import io.trainyard.foundation.tree.Tree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where each value of a JobSet comes from. What the runtime has at the same place is the runtime's; what a step of compiling set is that plugin's; what the
 * TrainJob says under the same name is the TrainJob's. Of the rest, what was compiled is the controller's own, and what was not has come in the cluster: by
 * defaults, webhooks or Kueue. Without a trace all the rest is only said to be added. Pure.
 */
final class SpecOrigins {
    private static final String RUNTIME = "runtime";
    private static final String TRAIN_JOB = "TrainJob";
    private static final String ADDED = "added";
    private static final String CLUSTER = "cluster";

    /** How the TrainJob calls what has another name in a JobSet. */
    private static final Map<String, String> NAMES =
            Map.of("parallelism", "numNodes", "completions", "numNodes", "value", "storageUri");

    private final Optional<CompileTrace> trace;
    private final Map<String, Object> ofRuntime = new HashMap<>();
    private final Set<String> ofTrainJob = new HashSet<>();

    private SpecOrigins(Optional<CompileTrace> trace) {
        this.trace = trace;
    }

    /**
     * The origins of all values below {@code spec} and of labels and annotations, by their paths, such as {@code JobSet/spec.replicatedJobs[0].replicas}:
     * {@code runtime}, {@code TrainJob}, {@code plugin NAME}, {@code Trainyard}, {@code cluster} or {@code added}.
     *
     * @param trainJob as it was written
     * @param runtime empty when it is not known
     * @param trace of compiling the JobSet from the two; empty when there is none
     */
    static Map<String, String> of(
            Map<String, Object> trainJob,
            Map<String, Object> runtime,
            Map<String, Object> jobSet,
            Optional<CompileTrace> trace) {
        SpecOrigins origins = new SpecOrigins(trace);
        leaves(Tree.child(runtime, "spec", "template"))
                .forEach(leaf -> origins.ofRuntime.put(leaf.place(), leaf.value()));
        Leaf.of(Tree.at(trainJob, "spec"), "")
                .forEach(leaf -> origins.ofTrainJob.add(said(leaf.field(), leaf.value())));
        Map<String, String> found = new LinkedHashMap<>();
        leaves(jobSet).forEach(leaf -> found.put("JobSet/" + leaf.path(), origins.origin(leaf)));
        return found;
    }

    private static List<Leaf> leaves(Map<String, Object> object) {
        List<Leaf> leaves = Leaf.of(Tree.at(object, "metadata", "labels"), "metadata.labels");
        leaves.addAll(Leaf.of(Tree.at(object, "metadata", "annotations"), "metadata.annotations"));
        leaves.addAll(Leaf.of(Tree.at(object, "spec"), "spec"));
        return leaves;
    }

    private static String said(String field, @Nullable Object value) {
        return field + "=" + value;
    }

    private String origin(Leaf leaf) {
        if (leaf.has(ofRuntime.get(leaf.place()))) {
            return RUNTIME;
        }
        @Nullable String renamed = NAMES.get(leaf.field());
        if (renamed != null && ofTrainJob.contains(said(renamed, leaf.value()))) {
            return TRAIN_JOB;
        }
        Optional<String> setter = trace.flatMap(known -> known.setter(leaf.place()));
        if (setter.isPresent()) {
            return setter.get();
        }
        if (ofTrainJob.contains(said(leaf.field(), leaf.value()))) {
            return TRAIN_JOB;
        }
        return trace.map(known -> leaf.has(known.values().get(leaf.place())) ? CompileTrace.CONTROLLER : CLUSTER)
                .orElse(ADDED);
    }
}
