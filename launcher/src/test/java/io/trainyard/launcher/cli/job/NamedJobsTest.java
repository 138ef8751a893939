package io.trainyard.launcher.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
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
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final String TOKEN = "0123abcd";

    @TempDir
    private Path folder;

    private final List<Object> trainJobs = new ArrayList<>();
    private HttpServer server;
    private Path state;

    @BeforeEach
    void listen() throws IOException {
        state = folder.resolve("project/state");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/" + TOKEN + "/apis/trainer.kubeflow.org/v1alpha1/trainjobs", exchange -> {
            byte[] list = Json.bytes(Tree.of("items", trainJobs));
            exchange.sendResponseHeaders(200, list.length);
            exchange.getResponseBody().write(list);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void runsOfTheFolderAreFoundAsEver() {
        RunFolder run = run("mnist");

        assertThat(named().find("mnist")).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().find("latest")).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().find("20260102")).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().lookUp("bert")).isEmpty();
    }

    @Test
    void aTrainJobOfTheServiceIsFoundByItsName() {
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "bert", START);
        trainJob("default", "bert-large", START);

        for (String name : List.of("bert", "default/bert", "service/bert", "service/default/bert")) {
            assertThat(named().find(name))
                    .as(name)
                    .isEqualTo(new FoundJob.OfService(serviceFolder(), "default", "bert", List.of("bert-large")));
        }
        assertThat(named().find("bert").hasPod("bert-large-node-0-0-abcde")).isFalse();
        assertThat(named().find("bert").isRunning()).isTrue();
        assertThat(named().find("service")).isEqualTo(new FoundJob.OfWholeService(serviceFolder()));
    }

    @Test
    void aNameOfBothIsToldWithBothAndEachCanBeSaid() {
        RunFolder run = run("mnist");
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "mnist", START);

        assertThatThrownBy(() -> named().find("mnist"))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "\"mnist\" may be the run " + run.id() + " or the TrainJob service/default/mnist: say which");
        assertThat(named().find(run.id())).isEqualTo(new FoundJob.OfRun(run));
        assertThat(named().find("service/mnist")).isInstanceOf(FoundJob.OfService.class);
    }

    @Test
    void aNameInTwoNamespacesIsToldWithBoth() {
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "mnist", START);
        trainJob("team-a", "mnist", START);

        assertThatThrownBy(() -> named().find("mnist"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("service/default/mnist or the TrainJob service/team-a/mnist");
        assertThat(((FoundJob.OfService) named().find("team-a/mnist")).namespace())
                .isEqualTo("team-a");
    }

    @Test
    void withoutRunsTheLatestIsTheNewestTrainJob() {
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "newer", START.plusSeconds(60));
        trainJob("default", "older", START);

        assertThat(((FoundJob.OfService) named().find("latest")).name()).isEqualTo("newer");
    }

    @Test
    void whatNobodyKnowsIsToldWithAllThatThereIs() {
        RunFolder run = run("mnist");
        service(state, ServiceStatus.Phase.UP);
        trainJob("default", "bert", START);

        assertThatThrownBy(() -> named().find("brt"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("there is no run \"brt\"")
                .hasMessageContaining("did you mean \"bert\"?")
                .hasMessageContaining(run.id())
                .hasMessageContaining("has bert");
    }

    @Test
    void ofAServiceThatIsDownTheLogsAreFound() throws IOException {
        service(state, ServiceStatus.Phase.DOWN);
        Path logs = serviceFolder().asRun().pods().resolve("bert-node-0-0-abcde/logs");
        Files.createDirectories(logs);
        Files.writeString(logs.resolve("node.log"), "x\n");

        assertThat(named().find("bert").hasPod("bert-node-0-0-abcde")).isTrue();
        assertThat(named().find("bert").isRunning()).isFalse();
        assertThatThrownBy(() -> named().find("mnist"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("is down; 'trainyard up' starts it");
    }

    @Test
    void theServiceOfTheUserIsAskedWhereTheFolderHasNone() {
        Path home = folder.resolve("home");
        service(home.resolve(StateFolder.DEFAULT_NAME), ServiceStatus.Phase.UP);
        trainJob("default", "bert", START);
        StateFolder ofUser = StateFolder.at(home.resolve(StateFolder.DEFAULT_NAME));

        assertThat(NamedJobs.in(StateFolder.at(state), Optional.of(ofUser)).service())
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
        RunFolder run = StateFolder.at(state).newRun(Clock.fixed(START, ZoneOffset.UTC), trainJob);
        run.write(new RunStatus(
                List.of(trainJob),
                RunStatus.Phase.COMPLETE,
                START,
                Optional.of(START),
                Optional.of(0),
                ProcessIdentity.ofThisProcess(),
                ""));
        return run;
    }

    private void service(Path at, ServiceStatus.Phase phase) {
        ServiceFolder service = new ServiceFolder(StateFolder.at(at));
        service.create();
        service.write(new ServiceStatus(
                phase,
                "1",
                START,
                ProcessIdentity.ofThisProcess(),
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "",
                TOKEN,
                folder));
    }

    private void trainJob(String namespace, String name, Instant created) {
        trainJobs.add(Tree.of(
                "metadata", Tree.of("namespace", namespace, "name", name, "creationTimestamp", created.toString())));
    }
}
