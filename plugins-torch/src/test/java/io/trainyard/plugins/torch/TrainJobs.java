package io.trainyard.plugins.torch;

import io.trainyard.spi.model.EmbeddedMetadata;
import io.trainyard.spi.model.PodTemplateOverride;
import io.trainyard.spi.model.RuntimePatch;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.TargetJob;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the TrainJob {@code mnist} with uid {@code 7f3c}, with overrides in any of the three shapes. */
final class TrainJobs {
    private String runtime = "torch-distributed";
    private final List<Map<String, Object>> podSpecOverrides = new ArrayList<>();
    private final List<PodTemplateOverride> podTemplateOverrides = new ArrayList<>();
    private final List<RuntimePatch> runtimePatches = new ArrayList<>();

    private @Nullable Boolean suspend;

    private TrainJobs() {}

    static TrainJob suspended() {
        TrainJobs suspended = with();
        suspended.suspend = true;
        return suspended.build();
    }

    static TrainJob mnist() {
        return with().build();
    }

    static TrainJobs with() {
        return new TrainJobs();
    }

    TrainJobs runtime(String name) {
        runtime = name;
        return this;
    }

    TrainJobs podSpecOverride(String job, Map<String, Object> container) {
        podSpecOverrides.add(Map.of("targetJobs", List.of(Map.of("name", job)), "containers", List.of(container)));
        return this;
    }

    TrainJobs podTemplateOverride(String job, Map<String, Object> podSpec) {
        podTemplateOverrides.add(new PodTemplateOverride(
                List.of(new TargetJob("other"), new TargetJob(job)), EmbeddedMetadata.EMPTY, podSpec, null));
        return this;
    }

    TrainJobs runtimePatch(String job, Map<String, Object> podSpec) {
        runtimePatches.add(new RuntimePatch(
                "example.com/me",
                null,
                Map.of(
                        "template",
                        Map.of(
                                "spec",
                                Map.of(
                                        "replicatedJobs",
                                        List.of(
                                                Map.of("name", "other"),
                                                Map.of(
                                                        "name",
                                                        job,
                                                        "template",
                                                        Map.of(
                                                                "spec",
                                                                Map.of("template", Map.of("spec", podSpec))))))))));
        return this;
    }

    /** A container of an override that sets these variables. */
    static Map<String, Object> container(String name, String... variables) {
        return Map.of(
                "name",
                name,
                "env",
                List.of(variables).stream()
                        .map(variable -> Map.of("name", variable, "value", "x"))
                        .toList());
    }

    TrainJob build() {
        TrainJob job = new TrainJob();
        job.getMetadata().setName("mnist");
        job.getMetadata().setNamespace("team-a");
        job.getMetadata().setUid("7f3c");
        job.setSpec(new TrainJobSpec(
                new RuntimeRef(null, null, runtime),
                null,
                null,
                Map.of(),
                Map.of(),
                podSpecOverrides,
                podTemplateOverrides,
                runtimePatches,
                suspend,
                null,
                null,
                List.of()));
        return job;
    }
}
