package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.job.ServedTrainJobs;
import io.trainyard.launcher.cli.state.JobStopper;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The command stop and the TrainJobs of a service (LOCAL-186)")
final class StopCommandTest {
    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();
    private ServedTrainJobs served;

    @BeforeEach
    void listen() throws IOException {
        served = new ServedTrainJobs();
    }

    @AfterEach
    void close() {
        served.close();
    }

    private CommandRun stop(String... args) {
        return CommandRun.of(
                services,
                Stream.concat(Stream.of("stop", "--state", folder.toString()), Stream.of(args))
                        .toArray(String[]::new));
    }

    @Test
    @DisplayName("a TrainJob is stopped by its name, and the user reads that it is kept")
    void byItsName() {
        ServiceFolder service = served.serveIn(folder, ServiceStatus.Phase.UP);
        served.add("team-a", "mnist", ServedTrainJobs.START);

        CommandRun answer = stop("mnist", "service/team-a/mnist", "--now", "--timeout", "5s");

        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out())
                .isEqualToIgnoringNewLines("TrainJob mnist of the service stopped; it is suspended and keeps its logs");
        assertThat(services.stopped)
                .isEqualTo(new JobStopper.Request(
                        service, List.of(new JobStopper.Name("team-a", "mnist")), true, Duration.ofSeconds(5)));
    }

    @Test
    @DisplayName("--all stops what runs, and says nothing of what has ended")
    void all() {
        served.serveIn(folder, ServiceStatus.Phase.UP);
        served.add("default", "mnist", ServedTrainJobs.START);
        served.add("default", "bert", ServedTrainJobs.START, ServedTrainJobs.with("Failed"));

        CommandRun answer = stop("--all");

        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("TrainJob mnist").doesNotContain("bert");
    }

    @Test
    @DisplayName("one that does not end in time leads to code 1 and --now; one that has ended before is told")
    void lateAndEnded() {
        served.serveIn(folder, ServiceStatus.Phase.UP);
        served.add("default", "mnist", ServedTrainJobs.START);
        services.ofStopping = JobStopper.Outcome.LATE;

        CommandRun late = stop("mnist", "--timeout", "3s");

        assertThat(late.code()).isEqualTo(1);
        assertThat(late.out()).contains("TrainJob mnist of the service did not end within 3 s; try --now");
        services.ofStopping = JobStopper.Outcome.ENDED_BEFORE;
        assertThat(stop("mnist").out()).contains("TrainJob mnist of the service does not run any more");
    }

    @Test
    @DisplayName("a service itself is not stopped, and of one that is down nothing runs: a sentence and code 2")
    void refused() throws IOException {
        ServiceFolder service = served.serveIn(folder, ServiceStatus.Phase.UP);
        assertThat(stop("service").err()).contains("'trainyard down' stops the service");

        served.serveIn(folder, ServiceStatus.Phase.DOWN);
        Path logs = Files.createDirectories(service.asRun().pods().resolve("mnist-node-0-0-abcde/logs"));
        Files.writeString(logs.resolve("node.log"), "x\n");
        CommandRun down = stop("mnist");
        assertThat(down.code()).isEqualTo(2);
        assertThat(down.err()).contains("is down, so nothing of mnist runs");
        assertThat(stop().err()).contains("name a run or a TrainJob, or give --all");
        assertThat(services.stopped).isNull();
    }
}
