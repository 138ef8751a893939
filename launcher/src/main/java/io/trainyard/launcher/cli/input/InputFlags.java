package io.trainyard.launcher.cli.input;

import static io.trainyard.launcher.cli.process.CommandException.require;

import io.trainyard.foundation.name.DnsName;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
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

    /**
     * Where objects are that name no namespace.
     *
     * @throws CommandException when there can be no such namespace
     */
    public String namespace() {
        require(DnsName.isLabel(namespace), "--namespace: cannot be \"" + namespace + "\": " + DnsName.LABEL_RULE);
        return namespace;
    }

    /** Those to fall back on. */
    public RuntimeCatalogue catalogue(Environment environment) {
        return RuntimeCatalogue.of(runtimesFolder, namespace(), environment);
    }

    /** These files, and how they are read. */
    public JobInput.Source source(List<String> files, int unknownRuntime) {
        return new JobInput.Source(
                files, namespace(), runtimesFolder, unknownRuntime, InputFiles.Scripts.OF_TRAINJOBS, false);
    }
}
