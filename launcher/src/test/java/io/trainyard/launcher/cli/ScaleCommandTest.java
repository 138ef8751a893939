package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.job.ServedTrainJobs;
import io.trainyard.launcher.cli.state.JobScaler;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("LOCAL-56: the command scale")
final class ScaleCommandTest {
    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();

    private RunFolder run(RunStatus.Phase phase, String... trainJobs) {
        RunFolder run = StateFolder.at(folder).newRun(Clock.systemUTC(), trainJobs[0]);
        run.write(new RunStatus(
                List.of(trainJobs),
                phase,
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                ProcessIdentity.ofThisProcess(),
                "http://127.0.0.1:1",
                ""));
        return run;
    }

    private CommandRun scale(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "scale";
        all[1] = "--state";
        all[2] = folder.toString();
        System.arraycopy(args, 0, all, 3, args.length);
        return CommandRun.of(services, all);
    }

    @Test
    @DisplayName("asks the run for that many nodes, and says how many there were")
    void asksTheRun() {
        RunFolder run = run(RunStatus.Phase.RUNNING, "mnist", "other");

        CommandRun answer = scale("mnist", "4");

        assertThat(answer.code()).isZero();
        assertThat(answer.out()).isEqualToIgnoringNewLines("mnist: 2 -> 4 nodes");
        assertThat(services.scaled)
                .isEqualTo(new JobScaler.Request(run.kubeconfig(), Optional.empty(), Optional.of("mnist"), 4));
    }

    @Test
    @DisplayName("of several TrainJobs the one that is named, by the run's name or by an option")
    void theNamedOne() {
        RunFolder run = run(RunStatus.Phase.RUNNING, "mnist", "other");

        scale("latest", "4", "--trainjob", "other");

        assertThat(services.scaled)
                .isEqualTo(new JobScaler.Request(run.kubeconfig(), Optional.empty(), Optional.of("other"), 4));
        scale("latest", "4");
        assertThat(services.scaled)
                .isEqualTo(new JobScaler.Request(run.kubeconfig(), Optional.empty(), Optional.empty(), 4));
    }

    @Test
    @DisplayName("a run that has ended is not asked")
    void ended() {
        RunFolder run = run(RunStatus.Phase.COMPLETE, "mnist");

        CommandRun answer = scale("mnist", "4");

        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains(run.id() + " does not run any more");
        assertThat(services.scaled).isNull();
    }

    @Test
    @DisplayName(
            "LOCAL-186: a TrainJob of the service is asked for by its name, and --nodes means the same as the number alone")
    void ofTheService() throws IOException {
        try (ServedTrainJobs served = new ServedTrainJobs()) {
            ServiceFolder service = served.serveIn(folder, ServiceStatus.Phase.UP);
            served.add("team-a", "mnist", ServedTrainJobs.START);

            CommandRun answer = scale("mnist", "--nodes", "4");

            assertThat(answer.code()).as(answer.err()).isZero();
            assertThat(answer.out()).isEqualToIgnoringNewLines("mnist: 2 -> 4 nodes");
            assertThat(services.scaled)
                    .isEqualTo(new JobScaler.Request(
                            service.kubeconfig(), Optional.of("team-a"), Optional.of("mnist"), 4));
        }
    }

    @Test
    @DisplayName("without a number, with two, or for a whole service, says what to type")
    void unclear() throws IOException {
        run(RunStatus.Phase.RUNNING, "mnist");
        try (ServedTrainJobs served = new ServedTrainJobs()) {
            served.serveIn(folder, ServiceStatus.Phase.UP);

            assertThat(scale("mnist").err()).contains("say how many nodes: trainyard scale mnist 4");
            assertThat(scale("mnist", "3", "--nodes", "4").code()).isEqualTo(2);
            assertThat(scale("service", "4").err()).contains("say which TrainJob of the service");
        }
        assertThat(services.scaled).isNull();
    }
}
