package io.trainyard.launcher.cli.launch;

import io.trainyard.launcher.run.view.ShellWord;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster is meant. */
final class ClusterFlags {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "How to reach the cluster; without it, as kubectl does.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The context of the kubeconfig; its current one without it.")
    private @Nullable String context;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Where the TrainJob goes; without it, the namespace of the context.")
    private @Nullable String namespace;

    /**
     * @param written namespace that a file names; that of the command line wins
     */
    JobSubmitter.Cluster cluster(Optional<String> written) {
        return new JobSubmitter.Cluster(
                Optional.ofNullable(kubeconfig),
                Optional.ofNullable(context),
                Optional.ofNullable(namespace).or(() -> written));
    }

    /** The same as words of another command line. */
    String words(String usedNamespace) {
        return " -n " + usedNamespace + (kubeconfig == null ? "" : " --kubeconfig " + ShellWord.of(kubeconfig));
    }
}
