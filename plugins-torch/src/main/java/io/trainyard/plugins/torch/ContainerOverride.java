package io.trainyard.plugins.torch;

import io.trainyard.spi.model.PodTemplateOverride;
import io.trainyard.spi.model.RuntimePatch;
import io.trainyard.spi.model.TargetJob;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The variables that one entry of an override or patch sets in one container, in whichever of the three shapes the user wrote it (API-62).
 *
 * @param jobs replicated jobs that the entry means
 * @param containerName container or init container
 * @param path the field that lists the variables
 * @param variables their names, in order; never empty
 */
record ContainerOverride(List<String> jobs, String containerName, String path, List<String> variables) {

    /** All of them, in the order in which they are applied. */
    static List<ContainerOverride> of(TrainJobSpec spec) {
        List<ContainerOverride> found = new ArrayList<>();
        List<Map<String, Object>> podSpecs = spec.podSpecOverrides();
        for (int i = 0; i < podSpecs.size(); i++) {
            JsonTree entry = new JsonTree(podSpecs.get(i));
            List<String> jobs = entry.at("targetJobs").items().stream()
                    .map(job -> job.text("name"))
                    .toList();
            collect(jobs, entry, "spec.podSpecOverrides[" + i + "]", found);
        }
        List<PodTemplateOverride> podTemplates = spec.podTemplateOverrides();
        for (int i = 0; i < podTemplates.size(); i++) {
            List<String> jobs = new ArrayList<>();
            for (TargetJob job : podTemplates.get(i).targetJobs()) {
                jobs.add(String.valueOf(job.name()));
            }
            collect(jobs, new JsonTree(podTemplates.get(i).spec()), "spec.podTemplateOverrides[" + i + "].spec", found);
        }
        List<RuntimePatch> patches = spec.runtimePatches();
        for (int i = 0; i < patches.size(); i++) {
            JsonTree runtime = new JsonTree(patches.get(i).trainingRuntimeSpec());
            List<JsonTree> jobs =
                    runtime.at("template", "spec", "replicatedJobs").items();
            for (int k = 0; k < jobs.size(); k++) {
                collect(
                        List.of(jobs.get(k).text("name")),
                        jobs.get(k).at("template", "spec", "template", "spec"),
                        "spec.runtimePatches[" + i + "].trainingRuntimeSpec.template.spec.replicatedJobs[" + k
                                + "].template.spec.template.spec",
                        found);
            }
        }
        return found;
    }

    private static void collect(List<String> jobs, JsonTree podSpec, String path, List<ContainerOverride> found) {
        for (String list : List.of("initContainers", "containers")) {
            List<JsonTree> containers = podSpec.at(list).items();
            for (int i = 0; i < containers.size(); i++) {
                List<String> variables = containers.get(i).at("env").items().stream()
                        .map(variable -> variable.text("name"))
                        .toList();
                if (!variables.isEmpty()) {
                    found.add(new ContainerOverride(
                            jobs, containers.get(i).text("name"), path + "." + list + "[" + i + "].env", variables));
                }
            }
        }
    }

    /** True when the entry means this container. */
    boolean concerns(String job, String container) {
        return jobs.contains(job) && containerName.equals(container);
    }
}
