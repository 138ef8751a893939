package io.trainyard.launcher.cli.input;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How files with TrainJobs are read; shared by the commands that take such files. */
public final class InputFlags {
    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            defaultValue = "default",
            description = "Namespace of objects that name none (${DEFAULT-VALUE}).")
    private String namespace = "default";

    @Option(
            names = "--runtimes",
            paramLabel = "FOLDER",
            description =
                    "Runtimes to fall back on, instead of those that come with Trainyard. Runtimes in FILE go first.")
    private @Nullable Path runtimesFolder;

    public String namespace() {
        return namespace;
    }

    /** These files, and how they are read. */
    public JobInput.Source source(List<String> files, int unknownRuntime) {
        return new JobInput.Source(files, namespace, runtimesFolder, unknownRuntime, InputFiles.Scripts.OF_TRAINJOBS);
    }
}
