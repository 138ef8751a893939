package io.trainyard.launcher.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What the name of a job stands for (LOCAL-185)")
final class NamedJobsTest {
    private static final Instant START = ServedTrainJobs.START;

    @TempDir
    private Path folder;

    private ServedTrainJobs served;
    private Path state;

    @BeforeEach
    void listen() throws IOException {
        state = folder.resolve("project/state");
        served = new ServedTrainJobs();
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void runsOfTheFolderAreFoundAsEver() {
        RunFolder run = run("mnist");

        assertThat(named().find("mnist", KubectlCommand.SHOW)).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().find("latest", KubectlCommand.SHOW)).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().find("20260102", KubectlCommand.SHOW)).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().lookUp("bert")).isEmpty();
    }

    @Test
    void aTrainJobOfTheServiceIsFoundByItsName() {
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "bert", START);
        trainJob("default", "bert-large", START);

        for (String name : List.of("bert", "default/bert", "service/bert", "service/default/bert")) {
            assertThat(named().find(name, KubectlCommand.SHOW))
                    .as(name)
                    .isEqualTo(new FoundJob.OfService(serviceFolder(), "default", "bert", List.of("bert-large")));
        }
        assertThat(named().find("bert", KubectlCommand.SHOW).hasPod("bert-large-node-0-0-abcde"))
                .isFalse();
        assertThat(named().find("bert", KubectlCommand.SHOW).isRunning()).isTrue();
        assertThat(named().find("service", KubectlCommand.SHOW))
                .isEqualTo(new FoundJob.OfWholeService(serviceFolder()));
    }

    @Test
    void aNameOfBothIsToldWithBothAndEachCanBeSaid() {
        RunFolder run = run("mnist");
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "mnist", START);

        assertThatThrownBy(() -> named().find("mnist", KubectlCommand.SHOW))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "\"mnist\" may be the run " + run.id() + " or the TrainJob service/default/mnist: say which");
        assertThat(named().find(run.id(), KubectlCommand.SHOW)).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().find("service/mnist", KubectlCommand.SHOW)).isInstanceOf(FoundJob.OfService.class);
    }

    @Test
    @DisplayName(
            "LOCAL-186: for what changes something, a name of both means the one that has not ended; two that run are told")
    void whatRunsIsMeantByCommandsThatChangeIt() {
        run("mnist");
        RunFolder running = run("bert", RunStatus.Phase.RUNNING);
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "mnist", START);
        served.add("default", "bert", START, ServedTrainJobs.with("Complete"));

        assertThat(named().findRunning("mnist", KubectlCommand.STOP)).isInstanceOf(FoundJob.OfService.class);
        assertThat(named().findRunning("bert", KubectlCommand.STOP)).isEqualTo(new FoundJob.OfRun(running));
        trainJob("team-a", "bert", START);
        assertThatThrownBy(() -> named().findRunning("bert", KubectlCommand.STOP))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("may be the run " + running.id())
                .hasMessageContaining("service/team-a/bert");
    }

    @Test
    @DisplayName("LOCAL-186: all that have not ended are those of the service of the folder itself")
    void theUnfinishedOnesOfTheFolder() {
        Path home = folder.resolve("home");
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "runs", START);
        served.add("default", "complete", START, ServedTrainJobs.with("Complete"));
        served.add("default", "suspended", START, ServedTrainJobs.with("Suspended"));

        assertThat(named().unfinishedOfOwnService())
                .extracting(FoundJob.OfService::name)
                .containsExactly("runs");
        StateFolder elsewhere = StateFolder.at(home.resolve("project"));
        assertThat(NamedJobs.in(elsewhere, Optional.of(StateFolder.at(state)), Optional::empty)
                        .unfinishedOfOwnService())
                .as("a service of all folders is not stopped from one of them")
                .isEmpty();
    }

    @Test
    void aNameInTwoNamespacesIsToldWithBoth() {
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "mnist", START);
        trainJob("team-a", "mnist", START);

        assertThatThrownBy(() -> named().find("mnist", KubectlCommand.SHOW))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("service/default/mnist or the TrainJob service/team-a/mnist");
        assertThat(((FoundJob.OfService) named().find("team-a/mnist", KubectlCommand.SHOW)).namespace())
                .isEqualTo("team-a");
    }

    @Test
    void withoutRunsTheLatestIsTheNewestTrainJob() {
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "newer", START.plusSeconds(60));
        trainJob("default", "older", START);

        assertThat(((FoundJob.OfService) named().find("latest", KubectlCommand.SHOW)).name())
                .isEqualTo("newer");
    }

    @Test
    void whatNobodyKnowsIsToldWithAllThatThereIs() {
        RunFolder run = run("mnist");
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "bert", START);

        assertThatThrownBy(() -> named().find("brt", KubectlCommand.SHOW))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("there is no run \"brt\"")
                .hasMessageContaining("did you mean \"bert\"?")
                .hasMessageContaining(run.id())
                .hasMessageContaining("has bert");
    }

    @Test
    @DisplayName(
            "LOCAL-380: of a name that nobody knows here it is told which kubectl command shows it if it is one of the cluster, with the namespace of the context")
    void aTrainJobOfTheClusterIsToldOf() throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        NamedJobs ofUser = NamedJobs.of(state, Map.of("HOME", home.toString()));

        assertThatThrownBy(() -> ofUser.find("bert", KubectlCommand.LOGS))
                .as("without a cluster")
                .hasMessageNotContaining("kubectl");
        Files.writeString(
                Files.createDirectories(home.resolve(".kube")).resolve("config"),
                """
                {"current-context": "work", "contexts": [{"name": "work", "context": {"cluster": "c", "namespace": "team-a"}}]}
                """);

        assertThatThrownBy(() -> ofUser.find("bert", KubectlCommand.LOGS))
                .hasMessageContaining("there are no runs in ")
                .hasMessageEndingWith(
                        "\nThis command covers only local runs and TrainJobs of 'trainyard up'. For a TrainJob in a cluster, type: "
                                + "kubectl -n team-a logs -l jobset.sigs.k8s.io/jobset-name=bert --prefix --tail=-1");
        assertThatThrownBy(() -> ofUser.find("bert", KubectlCommand.SHOW))
                .hasMessageEndingWith(
                        "kubectl -n team-a get trainjob bert  ('trainyard why bert -n team-a' explains its state)");
        assertThatThrownBy(() -> ofUser.findRunning("bert", KubectlCommand.STOP))
                .hasMessageEndingWith(
                        "kubectl -n team-a patch trainjob bert --type=merge -p '{\"spec\": {\"suspend\": true}}'");
        for (String ofNoCluster : List.of("latest", "service", "service/bert")) {
            assertThatThrownBy(() -> ofUser.find(ofNoCluster, KubectlCommand.LOGS))
                    .as(ofNoCluster)
                    .hasMessageNotContaining("kubectl");
        }
        assertThatThrownBy(() -> ofUser.find("service-bert", KubectlCommand.SCALE))
                .hasMessageEndingWith("kubectl -n team-a scale trainjob service-bert --replicas=NODES");
        assertThatThrownBy(() -> ofUser.find("team-b/bert", KubectlCommand.SCALE))
                .as("a name with its namespace")
                .hasMessageEndingWith("kubectl -n team-b scale trainjob bert --replicas=NODES");
    }

    @Test
    void ofAServiceThatIsDownTheLogsAreFound() throws IOException {
        service(state, ServiceStatus.Phase.DOWN);
        Path logs = serviceFolder().asRun().pods().resolve("bert-node-0-0-abcde/logs");
        Files.createDirectories(logs);
        Files.writeString(logs.resolve("node.log"), "x\n");

        assertThat(named().find("bert", KubectlCommand.SHOW).hasPod("bert-node-0-0-abcde"))
                .isTrue();
        assertThat(named().find("bert", KubectlCommand.SHOW).isRunning()).isFalse();
        assertThatThrownBy(() -> named().find("mnist", KubectlCommand.SHOW))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("is down; 'trainyard up' starts it");
    }

    @Test
    void theServiceOfTheUserIsAskedWhereTheFolderHasNone() {
        Path home = folder.resolve("home");
        service(home.resolve(StateFolder.DEFAULT_NAME), ServiceStatus.Phase.UP);
        trainJob("default", "bert", START);
        StateFolder ofUser = StateFolder.at(home.resolve(StateFolder.DEFAULT_NAME));

        assertThat(NamedJobs.in(StateFolder.at(state), Optional.of(ofUser), Optional::empty)
                        .service())
                .contains(new ServiceFolder(ofUser));
        assertThat(NamedJobs.of(state, Map.of("HOME", home.toString())).service())
                .as("a folder that was named")
                .isEmpty();
    }

    private NamedJobs named() {
        return NamedJobs.of(state, Map.of());
    }

    private ServiceFolder serviceFolder() {
        return new ServiceFolder(StateFolder.at(state));
    }

    private RunFolder run(String trainJob) {
        return run(trainJob, RunStatus.Phase.COMPLETE);
    }

    private RunFolder run(String trainJob, RunStatus.Phase phase) {
        RunFolder run = StateFolder.at(state).newRun(Clock.fixed(START, ZoneOffset.UTC), trainJob);
        run.write(new RunStatus(
                List.of(trainJob),
                phase,
                START,
                Optional.of(START),
                Optional.of(0),
                ProcessIdentity.ofThisProcess(),
                "",
                ""));
        return run;
    }

    private void service(Path at, ServiceStatus.Phase phase) {
        served.serveIn(at, phase);
    }

    private void trainJob(String namespace, String name, Instant created) {
        served.add(namespace, name, created);
    }
}
