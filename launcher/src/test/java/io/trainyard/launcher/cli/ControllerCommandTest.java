package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.BindAddress;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.FeatureGate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ControllerCommandTest {
    private final RecordingServices services = new RecordingServices();

    @TempDir
    private Path folder;

    @Test
    void withoutAnythingTheDefaultsHold() {
        assertThat(run().code()).isZero();
        assertThat(configuration()).isEqualTo(Configuration.defaults());
        assertThat(services.request.kubeconfig()).isEmpty();
        assertThat(services.request.ownNamespace()).isEqualTo("kubeflow-system");
        assertThat(services.request.build().version()).isNotEqualTo("unknown");
    }

    @Test
    @DisplayName("CFG-02: every flag of every release")
    void everyFlagReachesTheConfiguration() {
        CommandRun run = run(
                "--config=",
                "--kubeconfig",
                "/k",
                "--feature-gates=TrainJobStatus=true",
                "--enable-http2",
                "--metrics-bind-address=:1",
                "--metrics-secure=false",
                "--health-probe-bind-address",
                "127.0.0.1:2",
                "--leader-elect",
                "--webhook-server-port=3",
                "--webhook-service-name=svc",
                "--webhook-secret-name=sec",
                "--zap-log-level=error",
                "--zap-devel=false",
                "--zap-encoder=json",
                "--zap-stacktrace-level=panic",
                "--zap-time-encoding=epoch");

        assertThat(run.err()).isEmpty();
        assertThat(services.request.kubeconfig()).contains(Path.of("/k"));
        assertThat(configuration().featureGates().isEnabled(FeatureGate.TRAIN_JOB_STATUS))
                .isTrue();
        assertThat(configuration().tls().nextProtocols()).containsExactly("h2", "http/1.1");
        assertThat(configuration().metrics().bindAddress()).contains(new BindAddress("", 1));
        assertThat(configuration().metrics().secureServing()).isFalse();
        assertThat(configuration().health().bindAddress()).contains(new BindAddress("127.0.0.1", 2));
        assertThat(configuration().leaderElection().orElseThrow().enabled()).isTrue();
        assertThat(configuration().webhook().port()).isEqualTo(3);
        assertThat(configuration().certManagement().webhookServiceName()).isEqualTo("svc");
        assertThat(configuration().certManagement().webhookSecretName()).isEqualTo("sec");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-webhook-server-port=7",
                "--webhook-server-port=7",
                "-webhook-server-port 7",
                "--webhook-server-port 7"
            })
    @DisplayName("CFG-01: one dash or two, equals or space")
    void flagsMayBeWrittenAsGoTakesThem(String flags) {
        assertThat(run(flags.split(" ")).code()).isZero();
        assertThat(configuration().webhook().port()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-leader-elect",
                "--leader-elect=true",
                "--leader-elect=T",
                "-leader-elect=1",
                "--leader-elect -kubeconfig x"
            })
    @DisplayName("CFG-01: a boolean may stand alone")
    void aBooleanMayStandAlone(String flags) {
        assertThat(run(flags.split(" ")).code()).isZero();
        assertThat(configuration().leaderElection().orElseThrow().enabled()).isTrue();
    }

    @Test
    @DisplayName("CFG-01: a boolean never takes the next word")
    void aBooleanNeverTakesTheNextWord() {
        CommandRun run = run("--leader-elect", "false");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("Unmatched argument at index 2: 'false'");
    }

    @Test
    @DisplayName("CFG-03: a flag wins only when it was given")
    void theFileHoldsWhereNoFlagWasGiven() throws Exception {
        Path file = Files.writeString(
                folder.resolve("c.yaml"),
                "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\nwebhook: {port: 5}\nmetrics: {secureServing: false}\n");

        run("--config", file.toString(), "-webhook-server-port=6");

        assertThat(configuration().webhook().port()).isEqualTo(6);
        assertThat(configuration().metrics().secureServing()).isFalse();
        assertThat(configuration().health()).isEqualTo(Configuration.defaults().health());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nope",
                "-nope",
                "--webhook-server-port=x",
                "--leader-elect=maybe",
                "--zap-log-level=loud",
                "--zap-encoder=xml",
                "--zap-time-encoding=noon",
                "--config",
                "extra"
            })
    @DisplayName("CFG-01: an unknown flag or value prints the usage and ends with 2")
    void anythingUnknownPrintsTheUsage(String flag) {
        CommandRun run = run(flag);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("trainyard controller: ").contains("Usage: trainyard controller [FLAGS]");
        assertThat(services.request).isNull();
    }

    @Test
    @DisplayName("CFG-05: a wrong configuration ends with 1 before anything starts")
    void aWrongConfigurationEndsBeforeAnythingStarts() {
        assertThat(run("--webhook-server-port=0", "--zap-encoder=console").code())
                .isEqualTo(1);
        assertThat(run("--config", folder.resolve("none").toString()).code()).isEqualTo(1);
        assertThat(run("--plugins-dir", folder.resolve("none").toString()).code())
                .isEqualTo(1);
        assertThat(services.request).isNull();
    }

    @Test
    @DisplayName("OPS-03: a failure at start ends with 1")
    void theExitCodeOfTheControllerIsTheOneOfTheProcess() {
        services.exitCode = 1;
        assertThat(run().code()).isEqualTo(1);
        services.fault = new IllegalStateException("cannot start");
        assertThat(run().code()).isEqualTo(1);
    }

    @Test
    void theFolderOfPluginsIsPassedOn() {
        run("--plugins-dir", folder.toString());

        assertThat(services.request.plugins().directory()).isEqualTo(Optional.of(folder));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-help", "-h"})
    void helpIsShown(String flag) {
        CommandRun run = run(flag);

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("--webhook-server-port").contains("Logging:");
    }

    @Test
    @DisplayName("OPS-04a: a pod without a service account is a pod, too")
    void aPodAnswersReviewsForAWhile() {
        CommandRun.of(services, "", Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"), Optional.empty(), "controller");
        assertThat(services.request.shutdownDelay()).isEqualTo(Duration.ofSeconds(10));

        run();
        assertThat(services.request.shutdownDelay()).isZero();
    }

    private Configuration configuration() {
        return services.request.configuration();
    }

    private CommandRun run(String... flags) {
        services.request = null;
        String[] args = new String[flags.length + 1];
        args[0] = "controller";
        System.arraycopy(flags, 0, args, 1, flags.length);
        return CommandRun.of(services, args);
    }
}
