package io.trainyard.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks for the same node selector in both shapes. The host has merged either before a plugin sees it. */
final class OverrideShapeProbe implements Probe {
    private static final Map<String, Object> OVERRIDE = Map.of("nodeSelector", Map.of("tck.trainyard.dev/pool", "a"));

    @Override
    public List<String> problems(Subject subject) {
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            if (!subject.isStable(sample)) {
                continue;
            }
            String job = firstJob(sample);
            Sample seed = sample.withTrainJob(tree -> Sample.object(tree.get("spec"))
                    .put(
                            "podTemplateOverrides",
                            List.of(Map.of("targetJobs", List.of(Map.of("name", job)), "spec", OVERRIDE))));
            Map<String, Object> podTemplate = Map.of("template", Map.of("spec", OVERRIDE));
            Map<String, Object> jobs =
                    Map.of("replicatedJobs", List.of(Map.of("name", job, "template", Map.of("spec", podTemplate))));
            Sample current = sample.withTrainJob(tree -> Sample.object(tree.get("spec"))
                    .put(
                            "runtimePatches",
                            List.of(Map.of(
                                    "manager",
                                    "trainyard.dev/tck",
                                    "trainingRuntimeSpec",
                                    Map.of("template", Map.of("spec", jobs))))));
            String before = Trial.of(subject.start(), seed);
            String now = Trial.of(subject.start(), current);
            if (!before.equals(now)) {
                problems.add(
                        sample.name() + " with podTemplateOverrides and with runtimePatches gives different results; "
                                + Difference.of(before, now) + " Read RuntimeInfo, where both are merged.");
            }
        }
        return problems;
    }

    private static String firstJob(Sample sample) {
        @Nullable
        Object template = Sample.object(sample.runtimeTree().get("spec")).get("template");
        @Nullable Object spec = Sample.object(template).get("spec");
        if (!(Sample.object(spec).get("replicatedJobs") instanceof List<?> jobs)) {
            throw new IllegalArgumentException("the sample " + sample.name() + " has no replicatedJobs");
        }
        return String.valueOf(Sample.object(jobs.get(0)).get("name"));
    }
}
