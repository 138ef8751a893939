package io.trainyard.launcher.program;

import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A TrainJob that stands for a program, as it is started on this machine. Pure.
 *
 * @param trainJob that starts it
 * @param program what was found out
 */
public record StartedJob(TrainJob trainJob, TrainingProgram program) {
    /** Whether the TrainJob stands for a program, and for nothing that a cluster alone has. */
    public static boolean isProgram(TrainJob trainJob) {
        TrainJobSpec spec = trainJob.getSpec();
        return spec != null
                && spec.initializer() == null
                && Stream.of(spec.podSpecOverrides(), spec.podTemplateOverrides(), spec.runtimePatches())
                        .allMatch(changes -> changes == null || changes.isEmpty())
                && "true".equals(trainJob.getMetadata().getAnnotations().get(ProgramJob.ANNOTATION))
                && !command(trainJob).isEmpty();
    }

    /** What it starts. */
    public static List<String> command(TrainJob trainJob) {
        List<String> command =
                Objects.requireNonNull(trainJob.getSpec()).trainerOrEmpty().command();
        return command == null ? List.of() : command;
    }

    /**
     * That of a file.
     *
     * @param written what stands there; not changed
     * @param asked whether its number of nodes was asked for on the command line, also if it is one
     * @param wanted the framework, where somebody said which
     * @throws UnclearProgramException when it cannot be told what to start
     */
    public static StartedJob of(TrainJob written, boolean asked, Optional<Framework> wanted, Code code) {
        Map<String, Object> tree = Tree.copy(TreeConversion.toTree(written));
        Map<String, Object> trainer = Tree.ensure(tree, "spec", "trainer");
        List<String> words = Stream.of("command", "args")
                .flatMap(field -> Tree.list(trainer, field).stream())
                .map(String::valueOf)
                .toList();
        Group group = new Group(
                Tree.wholeNumber(trainer, "numNodes").filter(count -> asked || count > 1),
                Optional.ofNullable(trainer.get("numProcPerNode")).map(String::valueOf));
        TrainingProgram program = TrainingProgram.of(words, group.framework(wanted), group, code);
        String runtime = Tree.text(tree, "spec", "runtimeRef", "name");
        if (wanted.isPresent()
                || Arrays.stream(Framework.values())
                        .anyMatch(each -> each.runtime().equals(runtime))) {
            Tree.put(tree, program.served().runtime(), "spec", "runtimeRef", "name");
        }
        trainer.remove("args");
        trainer.remove("numProcPerNode");
        trainer.put("command", program.command());
        program.nodes().ifPresent(count -> trainer.put("numNodes", count));
        program.processes().ifPresent(count -> trainer.put("numProcPerNode", count));
        List<Map<String, Object>> variables =
                program.variables(written.getMetadata().getName());
        Set<String> names =
                variables.stream().map(variable -> Tree.text(variable, "name")).collect(Collectors.toSet());
        trainer.put(
                "env",
                Stream.concat(
                                Tree.objects(trainer, "env").stream()
                                        .filter(variable -> !names.contains(Tree.text(variable, "name"))),
                                variables.stream())
                        .toList());
        return new StartedJob(TreeConversion.toObject(tree, TrainJob.class), program);
    }
}
