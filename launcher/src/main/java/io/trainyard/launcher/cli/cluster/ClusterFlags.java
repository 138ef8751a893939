package io.trainyard.launcher.cli.cluster;

import io.trainyard.launcher.run.view.ShellWord;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster is meant, and which namespace; shared by the commands that ask a cluster. */
public final class ClusterFlags {
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
            description = "The namespace of the TrainJob; without it, that of the context, else default.")
    private @Nullable String namespace;

    /** Whether the user names any of it. */
    public boolean isNamed() {
        return kubeconfig != null || context != null || namespace != null;
    }

    /** Whether the user names a namespace. */
    public boolean namesNamespace() {
        return namespace != null;
    }

    /** The cluster that the user names. */
    public Cluster cluster() {
        return cluster(Optional.empty());
    }

    /**
     * The cluster that the user names.
     *
     * @param written namespace that a file names; that of the command line wins
     */
    public Cluster cluster(Optional<String> written) {
        return new Cluster(
                Optional.ofNullable(kubeconfig),
                Optional.ofNullable(context),
                Optional.ofNullable(namespace).or(() -> written));
    }

    /** The same as words of another command line. */
    public String words(String usedNamespace) {
        return " -n " + usedNamespace
                + (kubeconfig == null ? "" : " --kubeconfig " + ShellWord.of(kubeconfig))
                + (context == null ? "" : " --context " + ShellWord.of(context));
    }
}
