package io.trainyard.core.compile;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Makes the JobSet after each step and compares it with the one before. For one TrainJob, once. */
final class StepRecorder implements StepListener {
    private final TrainJob trainJob;
    private final Optional<JobSet> existing;
    private final Map<String, String> setters = new HashMap<>();
    private Map<String, Object> values = new HashMap<>();

    StepRecorder(TrainJob trainJob, Optional<JobSet> existing) {
        this.trainJob = trainJob;
        this.existing = existing;
    }

    @Override
    public void merged(RuntimeInfo info) {
        leaves(JobSetBuilder.build(trainJob, info, existing)).forEach(leaf -> values.put(leaf.place(), leaf.value()));
    }

    @Override
    public void taken(Function<RuntimeInfo, String> setter, RuntimeInfo info) {
        taken(setter.apply(info), JobSetBuilder.build(trainJob, info, existing));
    }

    /** After a step that this JobSet is the outcome of. */
    void taken(String setter, JobSet jobSet) {
        Map<String, Object> now = new HashMap<>();
        for (Leaf leaf : leaves(jobSet).toList()) {
            if (!leaf.has(values.get(leaf.place()))) {
                setters.put(leaf.place(), setter);
            }
            now.put(leaf.place(), leaf.value());
        }
        values = now;
    }

    /** All of it; after the last step. */
    CompileTrace trace() {
        return new CompileTrace(setters, values);
    }

    private static Stream<Leaf> leaves(JobSet jobSet) {
        return Stream.of(
                        Leaf.of(jobSet.getMetadata().getLabels(), "metadata.labels"),
                        Leaf.of(jobSet.getMetadata().getAnnotations(), "metadata.annotations"),
                        Leaf.of(jobSet.getSpec(), "spec"))
                .flatMap(List::stream);
    }
}
