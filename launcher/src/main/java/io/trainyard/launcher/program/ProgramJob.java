package io.trainyard.launcher.program;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.program.Framework.Start;
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
    /** Of a TrainJob that stands for a program of the user's own. */
    private static final String ANNOTATION = "trainyard.dev/program";

    /**
     * The job of a script that stands where a file with a TrainJob could.
     *
     * @param name as it is found in the folder that it starts in
     * @param code the script, and what lies beside it
     */
    public static ProgramJob ofScript(String name, TrainingProgram.Code code) {
        return new ProgramJob(
                TrainingProgram.of(List.of(name), Optional.empty(), 1, Optional.empty(), code), JobSettings.NONE);
    }

    /** Whether a TrainJob stands for a program of the user's own. */
    public static boolean isProgram(TrainJob trainJob) {
        return "true".equals(trainJob.getMetadata().getAnnotations().get(ANNOTATION));
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

    /** The TrainJob as a tree. */
    public Map<String, Object> tree() {
        Map<String, Object> job = Tree.of("apiVersion", "trainer.kubeflow.org/v1alpha1", "kind", "TrainJob");
        job.put("metadata", Tree.of("name", name(), "annotations", Tree.of(ANNOTATION, "true")));
        job.put("spec", Tree.of("runtimeRef", Tree.of("name", runtime()), "trainer", trainer()));
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
        settings.nodes().ifPresent(nodes -> trainer.put("numNodes", nodes));
        processes().ifPresent(count -> trainer.put("numProcPerNode", count));
        trainer.put("command", program.command());
        if (!settings.variables().isEmpty()) {
            List<Object> variables = new ArrayList<>();
            settings.variables()
                    .forEach((name, value) -> variables.add(Tree.of("name", name, "value", LiteralText.of(value))));
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

    /** As many as there is something to run on is what frameworks other than PyTorch do when nothing is said. */
    private Optional<Object> processes() {
        Optional<String> wanted = settings.processes();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        String text = wanted.get();
        if (text.matches("\\d{1,6}")) {
            return Optional.of(Integer.valueOf(text));
        }
        boolean torch = program.framework().start() == Start.TORCHRUN;
        if (torch) {
            return Optional.of(text);
        }
        if (!text.equals("auto")) {
            throw new UnclearProgramException("--nproc: " + text + " is for PyTorch alone; "
                    + program.framework().text() + " takes a number or auto");
        }
        return Optional.empty();
    }
}
