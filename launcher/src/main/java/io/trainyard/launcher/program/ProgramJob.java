package io.trainyard.launcher.program;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The TrainJob of a program. Pure.
 *
 * @param program what is trained
 * @param settings what was said beside it
 */
public record ProgramJob(TrainingProgram program, JobSettings settings) {
    /** The annotation of a TrainJob that stands for a program which somebody has typed. */
    public static final String ANNOTATION = "trainyard.dev/program";

    /**
     * The job of a script that stands where a file with a TrainJob could.
     *
     * @param name as it is found in the folder that it starts in
     * @param framework what it trains with; empty to look at what it imports
     * @param code the script, and what lies beside it
     */
    public static ProgramJob ofScript(String name, Optional<Framework> framework, Code code) {
        return new ProgramJob(
                TrainingProgram.of(
                        LiteralText.of(TrainingProgram.interpreted(List.of(name), code)), framework, Group.NONE, code),
                JobSettings.NONE);
    }

    /** Whether several processes of it were asked for. */
    public static boolean isGroup(TrainJob trainJob) {
        Trainer trainer = Objects.requireNonNull(trainJob.getSpec()).trainerOrEmpty();
        return trainer.numProcPerNode() != null || (trainer.numNodes() != null && trainer.numNodes() > 1);
    }

    /** Whether a file of this name is a program. */
    public static boolean isScript(String name) {
        return name.endsWith(".py") || name.endsWith(".sh");
    }

    /** Name of the TrainJob. */
    public String name() {
        return settings.name().orElseGet(program::jobName);
    }

    /** Name of its runtime. */
    public String runtime() {
        return settings.runtime().orElseGet(() -> program.framework().runtime());
    }

    /** Why it is that runtime, as a part of a sentence. */
    public String reason() {
        return settings.runtime().map(given -> "--runtime says so").orElseGet(program::reason);
    }

    /** The TrainJob as a tree, for a file or a cluster. */
    public Map<String, Object> tree() {
        return tree(runtime());
    }

    /** The same as it is started on this machine. */
    public Map<String, Object> here() {
        return tree(settings.runtime().orElseGet(() -> program.served().runtime()));
    }

    private Map<String, Object> tree(String runtime) {
        Map<String, Object> job = Tree.of("apiVersion", "trainer.kubeflow.org/v1alpha1", "kind", "TrainJob");
        job.put("metadata", Tree.of("name", name(), "annotations", Tree.of(ANNOTATION, "true")));
        job.put("spec", Tree.of("runtimeRef", Tree.of("name", runtime), "trainer", trainer()));
        return job;
    }

    /** The TrainJob as YAML. */
    public String yaml() {
        return YamlWriter.write(tree());
    }

    /**
     * What its nodes are and do.
     *
     * @throws UnclearProgramException when the number of processes means nothing to the framework
     */
    Map<String, Object> trainer() {
        Map<String, Object> trainer = new LinkedHashMap<>();
        settings.image().ifPresent(image -> trainer.put("image", image));
        program.nodes().ifPresent(nodes -> trainer.put("numNodes", nodes));
        program.processes().ifPresent(count -> trainer.put("numProcPerNode", count));
        trainer.put("command", program.command());
        List<Object> variables = new ArrayList<>();
        settings.variables()
                .forEach((name, value) -> variables.add(Tree.of("name", name, "value", LiteralText.of(value))));
        variables.addAll(program.variables(name()));
        if (!variables.isEmpty()) {
            trainer.put("env", variables);
        }
        Map<String, Object> resources = new LinkedHashMap<>();
        put(resources, "requests", settings.requests());
        put(resources, "limits", settings.limits());
        if (!resources.isEmpty()) {
            trainer.put("resourcesPerNode", resources);
        }
        return trainer;
    }

    private static void put(Map<String, Object> resources, String name, Map<String, String> amounts) {
        if (!amounts.isEmpty()) {
            resources.put(name, new LinkedHashMap<>(amounts));
        }
    }
}
