package io.trainyard.launcher.cli.state;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.run.folder.KnownFolders;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.launcher.run.view.Durations;
import io.trainyard.launcher.run.view.TextTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists local runs. */
@Command(
        name = "ps",
        header = "List local runs, running and finished.",
        description = {"", "Lost: the process of the run is gone and did not record how it ended."},
        footer = {"  trainyard ps", "  trainyard ps --all --running", "  trainyard ps --running -o json"})
public final class PsCommand implements Runnable {
    private final Environment environment;
    private final Clock clock;

    @Mixin
    private StateOption state = new StateOption();

    @Option(
            names = {"-a", "--all"},
            description = "Of all folders that you have had runs in.")
    private boolean all;

    @Option(names = "--running", description = "Only running runs.")
    private boolean running;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json: one object for each line.")
    private Output output = Output.text;

    /** What is printed. */
    public enum Output {
        text,
        json
    }

    private record Row(RunFolder run, RunStatus status, RunStatus.Phase phase) {}

    public PsCommand(Environment environment, Clock clock) {
        this.environment = environment;
        this.clock = clock;
    }

    @Override
    public void run() {
        List<Row> rows = new ArrayList<>();
        List<StateFolder> folders =
                all ? KnownFolders.of(environment.variables()).existing() : List.of(state.folder());
        for (StateFolder folder : folders) {
            for (RunFolder run : folder.list()) {
                run.read().ifPresent(status -> rows.add(new Row(run, status, status.livePhase())));
            }
        }
        if (running) {
            rows.removeIf(row -> row.phase != RunStatus.Phase.RUNNING);
        }
        if (output == Output.json) {
            rows.forEach(row -> environment.out().println(Json.text(json(row.run, row.status))));
        } else if (rows.isEmpty()) {
            environment
                    .err()
                    .println("no " + (running ? "running runs" : "runs") + " in "
                            + (all ? "any folder" : state.folder().root()));
        } else {
            table(rows).forEach(environment.out()::println);
        }
    }

    /** The folder that a run was started in: its state lies in {@code FOLDER/.trainyard/runs/RUN}. */
    private static String workFolder(RunFolder run) {
        return run.root().resolve("../../..").normalize().toString();
    }

    private List<String> table(List<Row> rows) {
        Instant now = clock.instant();
        List<List<String>> cells = new ArrayList<>();
        cells.add(titled("FOLDER", List.of("RUN", "TRAINJOBS", "STATE", "EXIT", "STARTED", "TIME")));
        for (Row row : rows) {
            RunStatus status = row.status;
            boolean lost = row.phase == RunStatus.Phase.LOST;
            cells.add(titled(
                    workFolder(row.run),
                    List.of(
                            row.run.id(),
                            String.join(",", status.trainJobs()),
                            status.liveText(),
                            status.exitCode().map(String::valueOf).orElse("-"),
                            Durations.text(Duration.between(status.started(), now)) + " ago",
                            lost
                                    ? "-"
                                    : Durations.text(Duration.between(
                                            status.started(), status.ended().orElse(now))))));
        }
        return TextTable.lines(cells);
    }

    /** The folder is of interest only where there may be several. */
    private List<String> titled(String folder, List<String> cells) {
        List<String> titled = new ArrayList<>(cells);
        if (all) {
            titled.add(folder);
        }
        return titled;
    }

    /** A run, for programs. */
    static Map<String, Object> json(RunFolder run, RunStatus status) {
        RunStatus.Phase phase = status.livePhase();
        Map<String, Object> tree = Tree.of(
                "run",
                run.id(),
                "trainJobs",
                status.trainJobs(),
                "phase",
                phase.text(),
                "started",
                status.started().toString(),
                "folder",
                run.root().toString());
        if (!status.stoppedBy().isEmpty()) {
            tree.put("stoppedBy", status.stoppedBy());
        }
        status.ended().ifPresent(at -> tree.put("ended", at.toString()));
        status.exitCode().ifPresent(code -> tree.put("exitCode", (long) code));
        if (phase == RunStatus.Phase.RUNNING) {
            tree.put("pid", status.process().pid());
            tree.put("server", status.server());
            tree.put("kubeconfig", run.kubeconfig().toString());
        }
        return tree;
    }
}
