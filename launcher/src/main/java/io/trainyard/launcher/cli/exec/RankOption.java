package io.trainyard.launcher.cli.exec;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.KubectlCommand;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.local.kubelet.process.ExecContext;
import io.trainyard.local.kubelet.process.LiveContainer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which container is meant; shared by the commands that go into one. */
final class RankOption {
    @Option(
            names = "--rank",
            paramLabel = "N",
            defaultValue = "0",
            description = "The rank; of a job that starts one process on each node, the node (${DEFAULT-VALUE}).")
    private int rank;

    @Option(
            names = "--pod",
            paramLabel = "NAME",
            description = "The pod instead, or part of its name, such as launcher-0.")
    private @Nullable String pod;

    @Option(
            names = {"-c", "--container"},
            paramLabel = "NAME",
            description = "The container of the pod; without it, the first.")
    private @Nullable String container;

    @Mixin
    private StateOption jobs = new StateOption();

    /**
     * What a program needs that is to run in the container.
     *
     * @param name what the user calls the job
     * @throws CommandException when nothing like that runs
     */
    ExecContext execContext(String name, Environment environment) {
        FoundJob job = jobs.jobs(environment.variables()).find(name, KubectlCommand.EXEC);
        RunFolder folder = job.folder();
        List<LiveContainer> live = LiveContainer.below(folder.root()).stream()
                .filter(each -> job.hasPod(each.pod()))
                .filter(each -> container == null || each.container().equals(container))
                .toList();
        if (live.isEmpty()) {
            throw wrong("no container" + (container == null ? "" : " " + container) + " of " + job.title()
                    + " runs now; 'trainyard status' and 'trainyard ps --running' list what runs");
        }
        if (pod == null) {
            for (LiveContainer each : live) {
                Optional<Map<String, String>> process = each.environmentOfRank(rank);
                if (process.isPresent()) {
                    return of(folder, each).with(process.get());
                }
            }
        }
        Optional<LiveContainer> meant = pod == null ? Containers.ofNode(live, rank) : Containers.ofPod(live, pod);
        return of(folder, meant.orElseThrow(() -> wrong(missing(live))));
    }

    private String missing(List<LiveContainer> live) {
        return (pod == null ? "rank " + rank : "a pod like " + pod) + " does not run; there are "
                + String.join(", ", live.stream().map(LiveContainer::pod).toList());
    }

    private static ExecContext of(RunFolder folder, LiveContainer live) {
        return ExecContext.of(folder.root(), live)
                .orElseThrow(() -> wrong(
                        "pod " + live.pod() + " runs in an engine or has just ended; of an engine, use its own exec"));
    }
}
