package io.trainyard.launcher.cli.state;

import io.trainyard.foundation.json.Json;
import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.KubectlCommand;
import io.trainyard.launcher.cli.job.NamedJobs;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.view.Durations;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows from a second terminal how runs are, and the service of a folder. */
@Command(
        name = "status",
        header = "Show how the service and a run are: pods, processor, memory, GPUs, progress, last lines.",
        description = {
            "",
            "RUN is a name that 'trainyard ps' lists or its beginning, the name of a TrainJob, latest, or service for what 'trainyard up' has started. "
                    + "Without it, the command shows the service of this folder and all runs that run, or else the newest run. "
                    + "'trainyard top' shows the same every 2 s."
        },
        footer = {"  trainyard status", "  trainyard top mnist", "  trainyard status latest -o json"})
public class StatusCommand implements Callable<Integer> {
    private static final Duration SAMPLE = Duration.ofMillis(300);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Environment environment;
    private final Clock clock;

    @Mixin
    private StateOption jobs = new StateOption();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            description = "The run, or service; without it, all that runs.")
    private @Nullable String run;

    @Option(
            names = {"-w", "--watch"},
            description = "Again every 2 s, until all of it has ended, or Ctrl-C.")
    private boolean watch;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json: one object for each line.")
    private PsCommand.Output output = PsCommand.Output.text;

    /** The command that shows one look unless it is asked for more. */
    public StatusCommand(Environment environment, Clock clock) {
        this(environment, clock, false);
    }

    /**
     * The command.
     *
     * @param watch whether it shows more than one look without being asked to
     */
    StatusCommand(Environment environment, Clock clock, boolean watch) {
        this.environment = environment;
        this.clock = clock;
        this.watch = watch;
    }

    @Override
    public final Integer call() {
        NamedJobs named = jobs.jobs(environment.variables());
        boolean goOn;
        do {
            List<FoundJob> shown = run == null ? named.current() : List.of(named.find(run, KubectlCommand.SHOW));
            UsageTable usage =
                    UsageTable.measure(shown.stream().map(FoundJob::folder).toList(), clock, SAMPLE);
            List<String> lines = output == PsCommand.Output.json
                    ? shown.stream()
                            .map(job -> Json.text(StatusTree.of(job, usage)))
                            .toList()
                    : look(shown, usage);
            if (watch && output == PsCommand.Output.text && environment.terminal()) {
                environment.out().print("\u001b[H\u001b[2J");
            }
            lines.forEach(environment.out()::println);
            environment.out().flush();
            goOn = watch && shown.stream().anyMatch(FoundJob::isRunning);
        } while (goOn && Pause.of(INTERVAL));
        return ExitCodes.DONE;
    }

    private List<String> look(List<FoundJob> shown, UsageTable usage) {
        List<String> lines = new ArrayList<>();
        for (FoundJob job : shown) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(job instanceof FoundJob.OfWholeService whole ? look(whole, usage) : look(job, usage));
        }
        return lines;
    }

    private List<String> look(FoundJob job, UsageTable usage) {
        List<String> lines = new ArrayList<>(List.of(
                job instanceof FoundJob.OfService trainJob
                        ? trainJob.trainJob()
                                .map(tree -> ServiceView.line(tree, clock.instant()))
                                .orElse(job.title() + "  is not there, or its service is down")
                        : head(job.folder())));
        List<String> table = usage.lines(job, false);
        lines.addAll(table.isEmpty() ? List.of("no container has been started") : table);
        return lines;
    }

    /** The service, with those of its pods that run; it may have had thousands. */
    private List<String> look(FoundJob.OfWholeService whole, UsageTable usage) {
        ServiceFolder service = whole.service();
        List<String> lines = new ArrayList<>();
        service.read().ifPresent(status -> lines.addAll(ServiceView.lines(service, status, clock.instant())));
        if (whole.isRunning()) {
            lines.addAll(usage.lines(whole, true));
        }
        return lines;
    }

    private String head(RunFolder folder) {
        Optional<RunStatus> status = folder.read();
        String since = status.map(read -> Durations.text(
                        Duration.between(read.started(), read.ended().orElse(clock.instant()))))
                .orElse("");
        return folder.id() + "  " + status.map(RunStatus::liveText).orElse("") + "  " + since;
    }
}
