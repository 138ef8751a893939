package io.trainyard.launcher.cli.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.ViewJson;
import io.trainyard.core.why.Causes;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.launcher.run.folder.UnknownRunException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says in one sentence why a TrainJob stands where it does. */
@Command(
        name = "why",
        header = "Say why a TrainJob waits, runs or has failed, and what to do.",
        synopsisHeading = "Usage: ",
        description = {
            "",
            "JOB is a local run, as 'trainyard ps' lists them, or else a TrainJob of the cluster that kubectl would use. With --namespace or --kubeconfig "
                    + "only the cluster is asked."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nArguments:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  trainyard why latest                        of the newest local run",
            "  trainyard why bert -n team-a -o json        of a TrainJob in a cluster"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:there is an answer, good or bad",
            "1:the cluster does not answer",
            "2:there is no such TrainJob"
        })
public final class WhyCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<JobLookup> lookups;

    @Parameters(index = "0", paramLabel = "JOB", description = "The run or TrainJob.")
    private String job = "";

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace of the TrainJob; without it, all are searched.")
    private @Nullable String namespace;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "How to reach the cluster.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            defaultValue = StateFolder.DEFAULT_NAME,
            description = "Where local runs are kept (${DEFAULT-VALUE}).")
    private Path state = Path.of(StateFolder.DEFAULT_NAME);

    @Option(names = "--trainjob", paramLabel = "NAME", description = "Which TrainJob, if a local run has several.")
    private @Nullable String trainJob;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json.")
    private Output output = Output.text;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    /** What is printed. */
    enum Output {
        text,
        json
    }

    public WhyCommand(Environment environment, Supplier<JobLookup> lookups) {
        this.environment = environment;
        this.lookups = lookups;
    }

    @Override
    public Integer call() {
        JobObjects objects = find(lookups.get());
        JobSummary summary = JobSummaries.of(objects.trainJob());
        Cause cause = Causes.of(objects);
        if (output == Output.json) {
            environment.out().println(Json.text(json(summary, cause)));
        } else {
            print(summary, cause);
        }
        return ExitCodes.DONE;
    }

    private JobObjects find(JobLookup lookup) {
        Optional<RunFolder> run = namespace == null && kubeconfig == null ? localRun() : Optional.empty();
        return run.map(found -> lookup.find(new JobLookup.OfRun(found, meant(found))))
                .orElseGet(() -> lookup.find(
                        new JobLookup.InCluster(Optional.ofNullable(kubeconfig), Optional.ofNullable(namespace), job)));
    }

    private Optional<RunFolder> localRun() {
        try {
            return Optional.of(StateFolder.at(state).find(job));
        } catch (UnknownRunException noRun) {
            return Optional.empty();
        }
    }

    /** Who names a run by its TrainJob means that one. */
    private Optional<String> meant(RunFolder run) {
        return Optional.ofNullable(trainJob).or(() -> run.read()
                .map(RunStatus::trainJobs)
                .filter(names -> names.contains(job))
                .map(names -> job));
    }

    private static Map<String, Object> json(JobSummary summary, Cause cause) {
        Map<String, Object> tree = Tree.of(
                "namespace",
                summary.namespace(),
                "name",
                summary.name(),
                "state",
                summary.state().text());
        tree.putAll(ViewJson.of(cause));
        return tree;
    }

    private void print(JobSummary summary, Cause cause) {
        PrintWriter out = environment.out();
        out.println("TrainJob " + summary.name() + " (" + summary.state().text() + "): " + cause.message());
        cause.evidence().forEach(line -> out.println("  " + line));
        cause.failure()
                .map(FailedContainer::lastLines)
                .filter(lines -> !lines.isEmpty())
                .ifPresent(lines -> {
                    out.println("Last lines:");
                    lines.forEach(line -> out.println("  | " + line));
                });
        if (!cause.advice().isEmpty()) {
            out.println("What to do: " + cause.advice());
        }
    }
}
