package io.trainyard.launcher.cli.install;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts runtimes onto a cluster. Blocks. */
public interface RuntimeInstaller {
    /**
     * What to do.
     *
     * @param runtimes what is to be there; may be empty
     * @param labels put onto each; what has them was installed by us
     * @param prune whether runtimes with these labels that are not in {@code runtimes} are deleted
     * @param kubeconfig how to reach the cluster; empty to look for one as the controller does
     */
    record Request(
            List<ClusterTrainingRuntime> runtimes,
            Map<String, String> labels,
            boolean prune,
            Optional<Path> kubeconfig) {
        public Request {
            runtimes = List.copyOf(runtimes);
            labels = Map.copyOf(labels);
        }
    }

    /**
     * What was done.
     *
     * @param applied names of the runtimes that are there now
     * @param deleted names of those that are gone
     */
    record Report(List<String> applied, List<String> deleted) {}

    /**
     * Does it.
     *
     * @param messages told why it takes longer than usual
     * @throws CommandException when the cluster cannot be reached or refuses something; the message says what
     */
    Report install(Request request, Consumer<String> messages);
}
