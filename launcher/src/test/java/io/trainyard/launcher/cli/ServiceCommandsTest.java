package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.service.ServiceLock;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.kubelet.process.HostIdentity;
import io.trainyard.local.kubelet.process.ProcessStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Commands and the service of their folder (LOCAL-150, LOCAL-151, LOCAL-155, LOCAL-160, LOCAL-161)")
final class ServiceCommandsTest {
    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: mnist}
            spec: {runtimeRef: {name: ours}}
            ---
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata: {name: ours}
            spec: {template: {spec: {replicatedJobs: []}}}
            """;

    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();
    private ServiceFolder service;
    private Path job;

    @BeforeEach
    void begin() throws IOException {
        service = new ServiceFolder(StateFolder.at(folder.resolve("state")));
        job = Files.writeString(folder.resolve("job.yaml"), JOB);
    }

    @Test
    @DisplayName("a run has a cluster of its own beside the service of its folder (LOCAL-160)")
    void aRunBesideTheService() {
        isUp(ProcessIdentity.ofThisProcess(), folder);

        CommandRun run = types("run", job.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(services.preparedPort).isNotNegative();
    }

    @Test
    @DisplayName("a service without a page says which port of it could not be had (LOCAL-251)")
    void thePortOfThePageIsTaken() {
        isUp(ProcessIdentity.ofThisProcess(), folder);

        assertThat(types("up", "--page-port", "9").err()).startsWith("There is no page: --page-port: 9 cannot be had");
        assertThat(types("up").err()).isEmpty();
    }

    @Test
    @DisplayName("a process that has the number of a service that is gone is not the service (LOCAL-155)")
    void numbersAreUsedAgain() {
        ProcessIdentity other = new ProcessIdentity(
                ProcessHandle.current().pid(),
                new ProcessStart(Optional.of(Instant.EPOCH), ""),
                HostIdentity.current());
        isUp(other, folder);

        CommandRun down = types("down");
        assertThat(down.code()).isZero();
        assertThat(down.out()).contains("no service is up");
        assertThat(types("status").out()).contains("service  Down  its process is gone");
    }

    @Test
    @DisplayName("the service of another machine is named and left alone (LOCAL-151, LOCAL-155)")
    void otherMachines() {
        isUp(
                new ProcessIdentity(1, new ProcessStart(Optional.empty(), ""), new HostIdentity("far-away", "m", "b")),
                folder);

        for (String command : List.of("up", "down")) {
            CommandRun run = types(command);
            assertThat(run.code()).as(command).isEqualTo(2);
            assertThat(run.err()).contains("was started on far-away; stop it there");
        }
    }

    @Test
    @SuppressWarnings("try") // The lock is held for as long as the block runs; nothing calls it.
    @DisplayName(
            "what a service needs that is just starting is not deleted, although it says nowhere yet that it is there (LOCAL-155)")
    void deletedWhileItStarts() throws IOException {
        service.create();
        Files.writeString(service.journal(), "objects");

        try (ServiceLock starting = ServiceLock.take(service)) {
            CommandRun down = types("down", "--delete");
            assertThat(down.code()).isEqualTo(2);
            assertThat(down.err()).contains("another process is starting or stopping the service of ");
            assertThat(service.journal()).hasContent("objects");
        }
        assertThat(types("down", "--delete").code()).isZero();
        assertThat(service.root()).doesNotExist();
    }

    @Test
    @DisplayName("a second up tells the address of the first, and starts nothing (LOCAL-150)")
    void secondUp() {
        isUp(ProcessIdentity.ofThisProcess(), folder);

        CommandRun again = types("up");

        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out()).contains("Trainyard is up already: http://127.0.0.1:1 ");
        assertThat(services.serviceRequest).isNull();
    }

    @Test
    @DisplayName("a context without a kubeconfig to put it into is wrong (LOCAL-158)")
    void contextAlone() {
        assertThat(types("up", "--context", "laptop"))
                .satisfies(run -> assertThat(run.code()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("--context: only together with --merge-kubeconfig"));
    }

    private void isUp(ProcessIdentity process, Path work) {
        service.create();
        service.write(new ServiceStatus(
                ServiceStatus.Phase.UP, "1", Instant.EPOCH, process, "http://127.0.0.1:1", "", "token", work));
    }

    private CommandRun types(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--state");
        all.add(folder.resolve("state").toString());
        return CommandRun.of(services, "", Map.of(), Optional.empty(), all.toArray(String[]::new));
    }
}
