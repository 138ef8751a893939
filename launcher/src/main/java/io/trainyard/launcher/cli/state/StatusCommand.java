package io.trainyard.launcher.cli.state;

import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.JobsOption;
import io.trainyard.launcher.cli.job.NamedJobs;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.run.progress.ProgressPattern;
import io.trainyard.launcher.run.tensorboard.TensorBoardNote;
import io.trainyard.launcher.run.view.ByteCount;
import io.trainyard.launcher.run.view.Durations;
import io.trainyard.launcher.run.view.ShownPath;
import io.trainyard.launcher.run.view.TextTable;
import io.trainyard.local.kubelet.process.ContainerUsage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows from a second terminal how a run is, and the service of a folder. */
@Command(
        name = "status",
        header = "Show how the service and a run are: pods, processor, memory, GPUs, progress, last lines.",
        description = {
            "",
            "RUN is a name that 'trainyard ps' lists, the beginning of one, the name of a TrainJob of a run or of the service ('trainyard up'), latest, or service for all of that. "
                    + "Without it, the service of this folder and the newest run. 'trainyard top' shows it again and again."
        },
        footer = {"  trainyard status", "  trainyard top mnist", "  trainyard status service"})
public class StatusCommand implements Callable<Integer> {
    private static final Duration SAMPLE = Duration.ofMillis(300);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final int MAX_PROGRESS_LINES = 50;
    private static final int MAX_LINE_LENGTH = 60;

    private final Environment environment;
    private final Clock clock;

    @Mixin
    private JobsOption jobs = new JobsOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run, or service; without it, both.")
    private @Nullable String run;

    @Option(
            names = {"-w", "--watch"},
            description = "Again every 2 s, until the run ends or Ctrl-C.")
    private boolean watch;

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
        Optional<FoundJob> whole = run == null ? named.service().map(FoundJob.OfWholeService::new) : Optional.empty();
        Optional<FoundJob> job =
                run == null && whole.isPresent() && named.state().list().isEmpty()
                        ? Optional.empty()
                        : Optional.of(named.find(run == null ? NamedJobs.LATEST : run));
        boolean goOn;
        do {
            List<String> lines = new ArrayList<>();
            whole.ifPresent(known -> lines.addAll(look(known)));
            if (whole.isPresent() && job.isPresent()) {
                lines.add("");
            }
            job.ifPresent(known -> lines.addAll(look(known)));
            if (watch && environment.terminal()) {
                environment.out().print("\u001b[H\u001b[2J");
            }
            lines.forEach(environment.out()::println);
            environment.out().flush();
            goOn = watch
                    && (job.filter(FoundJob::isRunning).isPresent()
                            || whole.filter(FoundJob::isRunning).isPresent());
        } while (goOn && Pause.of(INTERVAL));
        return ExitCodes.DONE;
    }

    private List<String> look(FoundJob job) {
        if (job instanceof FoundJob.OfWholeService whole) {
            return look(whole);
        }
        List<String> lines = new ArrayList<>(List.of(
                job instanceof FoundJob.OfService trainJob
                        ? trainJob.trainJob()
                                .map(tree -> ServiceView.line(tree, clock.instant()))
                                .orElse(job.title() + "  is not there, or its service is down")
                        : head(job.folder())));
        List<List<String>> rows = rows(job, false);
        lines.addAll(rows.size() == 1 ? List.of("no container has been started") : TextTable.lines(rows));
        if (job instanceof FoundJob.OfRun) {
            TensorBoardNote events = TensorBoardNote.read(job.folder().tensorBoard());
            lines.addAll((job.isRunning() ? events : events.closed()).lines(ShownPath::of));
        }
        return lines;
    }

    /** The service, with those of its pods that run; it may have had thousands. */
    private List<String> look(FoundJob.OfWholeService whole) {
        ServiceFolder service = whole.service();
        List<String> lines = new ArrayList<>();
        service.read().ifPresent(status -> lines.addAll(ServiceView.lines(service, status, clock.instant())));
        if (whole.isRunning()) {
            List<List<String>> rows = rows(whole, true);
            if (rows.size() > 1) {
                lines.addAll(TextTable.lines(rows));
            }
        }
        return lines;
    }

    private List<List<String>> rows(FoundJob job, boolean onlyRunning) {
        RunFolder folder = job.folder();
        Map<String, ContainerUsage> before = usage(folder);
        Instant begin = clock.instant();
        Pause.of(SAMPLE);
        Map<String, ContainerUsage> now = usage(folder);
        Duration between = Duration.between(begin, clock.instant());
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("POD", "STATE", "CPU", "MEMORY", "GPU", "PROGRESS", "LAST LINE"));
        for (Attempts attempts : Attempts.of(LogSelection.all(job).known())) {
            attempts.newest()
                    .filter(log -> !onlyRunning || now.containsKey(log.pod() + "/" + log.containerName()))
                    .ifPresent(log -> rows.add(row(log, before, now, between)));
        }
        return rows;
    }

    private String head(RunFolder folder) {
        Optional<RunStatus> status = folder.read();
        String since = status.map(read -> Durations.text(
                        Duration.between(read.started(), read.ended().orElse(clock.instant()))))
                .orElse("");
        return folder.id() + "  "
                + status.map(RunStatus::livePhase).map(RunStatus.Phase::text).orElse("") + "  " + since;
    }

    private static Map<String, ContainerUsage> usage(RunFolder folder) {
        Map<String, ContainerUsage> found = new LinkedHashMap<>();
        ContainerUsage.below(folder.root())
                .forEach(usage -> found.put(
                        usage.pod().substring(usage.pod().indexOf('/') + 1) + "/" + usage.container(), usage));
        return found;
    }

    private static List<String> row(
            LogFiles.LogFile log,
            Map<String, ContainerUsage> before,
            Map<String, ContainerUsage> now,
            Duration between) {
        String key = log.pod() + "/" + log.containerName();
        Optional<ContainerUsage> usage = Optional.ofNullable(now.get(key));
        List<String> written = TextFiles.lastLines(log.path(), MAX_PROGRESS_LINES);
        Optional<Integer> progress = written.stream()
                .flatMap(line -> ProgressPattern.DEFAULT.percentage(line).stream())
                .reduce((one, next) -> next);
        return List.of(
                log.pod(),
                usage.isPresent() ? "Running" : "Ended",
                usage.map(used -> share(Optional.ofNullable(before.get(key)), used, between))
                        .orElse("-"),
                usage.filter(used -> used.memory() > 0)
                        .map(used -> ByteCount.text(used.memory()))
                        .orElse("-"),
                usage.map(ContainerUsage::gpus).filter(gpus -> !gpus.isEmpty()).orElse("-"),
                progress.map(value -> value + "%").orElse("-"),
                written.isEmpty() ? "" : shortened(written.get(written.size() - 1)));
    }

    /** Of one processor, in percent. */
    private static String share(Optional<ContainerUsage> before, ContainerUsage now, Duration between) {
        long taken = now.cpu()
                .minus(before.map(ContainerUsage::cpu).orElse(now.cpu()))
                .toMillis();
        return Math.max(0, 100 * taken / Math.max(1, between.toMillis())) + "%";
    }

    private static String shortened(String line) {
        String text = line.replaceAll("\\e\\[[0-9;?]*[A-Za-z]", "")
                .replaceAll("\\p{Cntrl}", " ")
                .strip();
        return text.length() > MAX_LINE_LENGTH ? text.substring(0, MAX_LINE_LENGTH - 3) + "..." : text;
    }
}
