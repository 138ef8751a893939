package io.trainyard.launcher.cli.install;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.RuntimeCatalogue;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.run.view.TextTable;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the runtimes that a TrainJob of a local run may name. */
@Command(
        name = "runtimes",
        header = "List the runtimes that come with Trainyard.",
        description = {
            "",
            "A TrainJob names one in spec.runtimeRef. 'trainyard install-runtimes' brings them to a cluster."
        },
        footer = {"  trainyard runtimes", "  trainyard runtimes --runtimes my-runtimes"})
public final class RuntimesCommand implements Runnable {
    private static final String FRAMEWORK = "trainer.kubeflow.org/framework";

    private final Environment environment;

    @Option(
            names = "--runtimes",
            paramLabel = "FOLDER",
            description = "Those of this folder instead of those that come with Trainyard.")
    private @Nullable Path folder;

    public RuntimesCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        if (folder == null && environment.homeFolder("runtimes").isEmpty()) {
            throw wrong("this is no distribution with runtimes; name a folder with --runtimes");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("RUNTIME", "FRAMEWORK", "NODES"));
        RuntimeCatalogue.of(folder, "default", environment).all().stream()
                .map(RuntimesCommand::row)
                .forEach(rows::add);
        TextTable.lines(rows).forEach(environment.out()::println);
    }

    private static List<String> row(RuntimeResource runtime) {
        String framework = Optional.ofNullable(runtime.getMetadata().getLabels())
                .map(labels -> labels.get(FRAMEWORK))
                .orElse("-");
        String nodes = Optional.ofNullable(runtime.getSpec())
                .map(TrainingRuntimeSpec::mlPolicy)
                .map(MLPolicy::numNodes)
                .map(String::valueOf)
                .orElse("1");
        return List.of(runtime.getMetadata().getName(), framework, nodes);
    }
}
