package io.trainyard.launcher.cli.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.NoteView;
import io.trainyard.core.view.ViewJson;
import io.trainyard.core.why.Causes;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.TerminalText;
import io.trainyard.launcher.cli.state.PsCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says in one sentence why a TrainJob stands where it does. */
@Command(
        name = "why",
        header = "Say why a TrainJob waits, runs or has failed, and what to do.",
        description = {
            "",
            "JOB is a local run that 'trainyard ps' lists, or a TrainJob of the service ('trainyard up'). If there is none of that name, "
                    + "it is a TrainJob of kubectl's cluster, in the namespace of the context. "
                    + "With --namespace, --all-namespaces, --context or --kubeconfig only the cluster is asked."
        },
        footer = {
            "  trainyard why latest                        of the newest local run",
            "  trainyard why bert -n team-a -o json        of a TrainJob in a cluster"
        },
        exitCodeList = {
            "0:there is an answer, good or bad",
            "1:the cluster does not answer",
            "2:there is no such TrainJob"
        })
public final class WhyCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<JobLookup> lookups;
    private final BiFunction<PluginSource, JobObjects, List<NoteView>> notes;

    @Mixin
    private JobArgument job = new JobArgument();

    @Mixin
    private PluginFlags pluginFlags = new PluginFlags();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json.")
    private PsCommand.Output output = PsCommand.Output.text;

    /**
     * @param notes what plugins tell about a TrainJob
     */
    public WhyCommand(
            Environment environment,
            Supplier<JobLookup> lookups,
            BiFunction<PluginSource, JobObjects, List<NoteView>> notes) {
        this.environment = environment;
        this.lookups = lookups;
        this.notes = notes;
    }

    @Override
    public Integer call() {
        JobLookup lookup = lookups.get();
        JobObjects objects = job.find(environment.variables(), lookup::find, lookup::find);
        JobSummary summary = JobSummaries.of(objects.trainJob());
        Cause cause = Causes.of(objects);
        List<NoteView> told =
                notes.apply(pluginFlags.source(pluginFlags.configuration(environment), environment), objects);
        if (output == PsCommand.Output.json) {
            environment.out().println(Json.text(json(summary, cause, told)));
        } else {
            lines(summary, cause, told).forEach(line -> environment.out().println(TerminalText.plain(line)));
        }
        return ExitCodes.DONE;
    }

    private static Map<String, Object> json(JobSummary summary, Cause cause, List<NoteView> told) {
        Map<String, Object> tree = Tree.of(
                "namespace", summary.namespace(), "name", summary.name(), "state", cause.stateText(summary.state()));
        tree.putAll(ViewJson.of(cause));
        tree.put("notes", told.stream().map(ViewJson::of).toList());
        return tree;
    }

    private static List<String> lines(JobSummary summary, Cause cause, List<NoteView> told) {
        List<String> lines = new ArrayList<>();
        lines.add("TrainJob " + summary.name() + " (" + cause.stateText(summary.state()) + "): " + cause.message());
        cause.evidence().forEach(line -> lines.add("  " + line));
        cause.failure()
                .map(FailedContainer::lastLines)
                .filter(last -> !last.isEmpty())
                .ifPresent(last -> {
                    lines.add("Last lines:");
                    last.forEach(line -> lines.add("  | " + line));
                });
        if (!cause.advice().isEmpty()) {
            lines.add("What to do: " + cause.advice());
        }
        told.forEach(note -> lines.add(
                note.source() + ": " + note.text() + (note.link().isEmpty() ? "" : " <" + note.link() + ">")));
        return lines;
    }
}
