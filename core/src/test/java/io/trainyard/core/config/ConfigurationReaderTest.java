package io.trainyard.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.yaml.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationReaderTest {
    private static final String HEAD = "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\n";

    @Test
    @DisplayName("CFG-20: defaults")
    void aFileThatSaysNothingGivesTheDefaults() {
        Configuration configuration = valid("");

        assertThat(configuration).isEqualTo(Configuration.defaults());
        assertThat(configuration.webhook()).isEqualTo(new WebhookSettings("", 9443));
        assertThat(configuration.leaderElection()).isEmpty();
        assertThat(configuration.metrics())
                .isEqualTo(new MetricsSettings(Optional.of(new BindAddress("", 8443)), true, false));
        assertThat(configuration.health())
                .isEqualTo(new HealthSettings(Optional.of(new BindAddress("", 8081)), "readyz", "healthz"));
        assertThat(configuration.controller().concurrencyOf("TrainJob", "trainer.kubeflow.org"))
                .isEmpty();
        assertThat(configuration.certManagement())
                .isEqualTo(new CertificateSettings(
                        true, "kubeflow-trainer-controller-manager", "kubeflow-trainer-webhook-cert"));
        assertThat(configuration.clientConnection()).isEmpty();
        assertThat(configuration.statusServer()).isEqualTo(new StatusServerSettings(10443, new RateLimit(5, 10)));
        assertThat(configuration.featureGates().enabled()).isEmpty();
        assertThat(configuration.tls()).isEqualTo(new TlsSettings(Optional.empty(), List.of(), List.of("http/1.1")));
        assertThat(configuration.tls().nextProtocols()).doesNotContain("h2");
    }

    @Test
    @DisplayName("CFG-34: defaults of our own key")
    void ourOwnKeyHasDefaultsToo() {
        TrainyardSettings trainyard = valid("").trainyard();

        assertThat(trainyard.dashboard().enabled()).isFalse();
        assertThat(trainyard.dashboard().address()).isEqualTo(new BindAddress("", 8090));
        assertThat(trainyard.dashboard().authentication()).isEqualTo(TrainyardSettings.DashboardAuthentication.TOKEN);
        assertThat(trainyard.dashboard().readOnly()).isTrue();
        assertThat(trainyard.dashboard().secureServing()).isTrue();
        assertThat(trainyard.dashboard().hosts()).isEmpty();
        assertThat(trainyard.metrics().perJobSeries()).isFalse();
        assertThat(trainyard.watchNamespaces()).isEmpty();
        assertThat(trainyard.certManagement())
                .isEqualTo(new TrainyardSettings.Certificates(
                        Duration.ofDays(3650),
                        Duration.ofDays(365),
                        Duration.ofDays(90),
                        Duration.ofHours(12),
                        "/tmp/k8s-webhook-server/serving-certs"));
        assertThat(trainyard.statusServer())
                .isEqualTo(new TrainyardSettings.StatusReports(true, Duration.ofSeconds(10), true));
        assertThat(trainyard.plugins())
                .isEqualTo(new TrainyardSettings.Plugins(
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30)));
        assertThat(trainyard.events()).isEqualTo(TrainyardSettings.Events.PROBLEMS);
        assertThat(trainyard.conditions().resourcesReady()).isFalse();
    }

    @Test
    @DisplayName(
            "CFG-40: whoever names one of qps and burst wants a fixed limit, with the other one as Kubeflow Trainer has it")
    void oneNumberMakesAFixedLimit() {
        assertThat(valid("clientConnection: {}\n").clientConnection()).isEmpty();
        assertThat(valid("clientConnection: {qps: 20}\n").clientConnection()).contains(new RateLimit(20, 100));
        assertThat(valid("clientConnection: {burst: 300}\n").clientConnection()).contains(new RateLimit(50, 300));
    }

    @Test
    @DisplayName("CFG-36: the worked example")
    void theWorkedExampleGivesItsEffectiveValues() {
        Configuration configuration = valid(
                """
                webhook: {port: 9553}
                leaderElection: {leaderElect: true}
                controller:
                  groupKindConcurrency: {TrainJob.trainer.kubeflow.org: 8}
                featureGates: {TrainJobStatus: true}
                """);

        assertThat(configuration.webhook().port()).isEqualTo(9553);
        assertThat(configuration.leaderElection())
                .contains(new LeaderElectionSettings(
                        true,
                        "trainer.kubeflow.org",
                        "",
                        Duration.ofSeconds(4),
                        Duration.ofMillis(3_500),
                        Duration.ofMillis(300)));
        assertThat(configuration.controller().concurrencyOf("TrainJob", "trainer.kubeflow.org"))
                .hasValue(8);
        assertThat(configuration.controller().concurrencyOf("TrainingRuntime", "trainer.kubeflow.org"))
                .isEmpty();
        assertThat(configuration.featureGates().isEnabled(FeatureGate.TRAIN_JOB_STATUS))
                .isTrue();
        assertThat(configuration.clientConnection()).isEmpty();
    }

    @Test
    @DisplayName(
            "CFG-20: names of Service and Secret go by the names of Kubeflow Trainer 2.4, too; two that differ are refused")
    void renamedFields() {
        CertificateSettings expected = new CertificateSettings(true, "svc", "sec");
        String now = "serviceName: svc, secretName: sec";
        String before = "webhookServiceName: svc, webhookSecretName: sec";

        assertThat(valid("certManagement: {" + now + "}\n").certManagement()).isEqualTo(expected);
        assertThat(valid("certManagement: {" + before + "}\n").certManagement()).isEqualTo(expected);
        assertThat(valid("certManagement: {" + now + ", " + before + "}\n").certManagement())
                .isEqualTo(expected);
        assertThat(valid(
                                "certManagement: {serviceName: \"\", webhookServiceName: svc, secretName: sec, webhookSecretName: \"\"}\n")
                        .certManagement())
                .isEqualTo(expected);
        assertThat(errors("certManagement: {serviceName: a, webhookServiceName: b}\n"))
                .containsExactly(
                        "c.yaml:3:18: certManagement.serviceName: is \"a\", but webhookServiceName, its old name, is \"b\"; leave one out");
        assertThat(errors("certManagement: {secretName: a, webhookSecretName: b}\n"))
                .singleElement()
                .asString()
                .contains("certManagement.secretName: is \"a\"");
        assertThat(read(
                        HEAD + "certManagement: {serviceName: a}\n",
                        List.of(new FlagOverride("--webhook-service-name", "certManagement.webhookServiceName", "b"))))
                .isInstanceOfSatisfying(ConfigurationResult.Valid.class, result -> assertThat(
                                result.configuration().certManagement().webhookServiceName())
                        .isEqualTo("b"));
    }

    @Test
    @DisplayName("CFG-20, CFG-34: every field")
    void everyFieldCanBeSet() {
        Configuration configuration = valid(
                """
                webhook: {host: 10.0.0.1, port: 1}
                leaderElection:
                  leaderElect: false
                  resourceLock: leases
                  resourceNamespace: ns
                  resourceName: name
                  leaseDuration: 1m30s
                  renewDeadline: 1m
                  retryPeriod: 1.5s
                metrics: {bindAddress: "127.0.0.1:1234", secureServing: true, auth: {enabled: true}}
                health: {healthProbeBindAddress: "[::1]:2", readinessEndpointName: r, livenessEndpointName: l}
                controller: {groupKindConcurrency: {TrainingRuntime.trainer.kubeflow.org: 2}}
                certManagement: {enable: false, webhookServiceName: svc, webhookSecretName: sec}
                clientConnection: {qps: 0.5, burst: 7}
                statusServer: {port: 3, qps: 4, burst: 5}
                featureGates: {AllAlpha: true, TrainJobStatus: false}
                tls: {minVersion: "1.2", cipherSuites: [A, B], nextProtos: [h2, http/1.1]}
                trainyard:
                  dashboard: {enabled: true, host: 127.0.0.1, port: 6, auth: trustedHeader, readOnly: false, hosts: [trainyard.example.com], secureServing: false}
                  metrics: {perJobSeries: true}
                  watchNamespaces: [team-a, team-b]
                  certManagement: {caValidity: 20h, serverValidity: 10h, rotateBefore: 1h, checkInterval: 1m, directory: /certificates}
                  statusServer: {enabled: false, minInterval: 0, requirePodBinding: false}
                  plugins: {directory: /plugins, configuration: {torch: {a: [1]}}, order: [zeta, torch], disabled: [volcano], terminalCondition: zeta, crdProbeInterval: 5s, startTimeout: 7s}
                  events: All
                  conditions: {resourcesReady: true}
                  admission: {stringNumProcPerNode: Allow, initializerVolumeMount: Deny, deprecationPolicy: "https://example.org/policy", fieldPreservingUsers: {someone: v2.1}, clientCAFile: /clients.pem, maxRuntimeKiB: 200, maxTrainJobKiB: 300}
                  initializer: {claim: {size: 30Gi, accessModes: [ReadWriteMany], storageClassName: nfs}}
                  caches: {comparisonInterval: 90m}
                  elastic: {jobSetScaling: Disabled, onUnsupported: Recreate, minRecreateInterval: 5m, probeInterval: 1m}
                  rehearsal: {timeLimit: 2s}
                  webhook: {shutdownDelay: 3s}
                """);

        assertThat(configuration.webhook()).isEqualTo(new WebhookSettings("10.0.0.1", 1));
        assertThat(configuration.leaderElection())
                .contains(new LeaderElectionSettings(
                        false, "name", "ns", Duration.ofSeconds(90), Duration.ofMinutes(1), Duration.ofMillis(1500)));
        assertThat(configuration.metrics())
                .isEqualTo(new MetricsSettings(Optional.of(new BindAddress("127.0.0.1", 1234)), true, true));
        assertThat(configuration.health())
                .isEqualTo(new HealthSettings(Optional.of(new BindAddress("::1", 2)), "r", "l"));
        assertThat(configuration.certManagement()).isEqualTo(new CertificateSettings(false, "svc", "sec"));
        assertThat(configuration.clientConnection()).contains(new RateLimit(0.5, 7));
        assertThat(configuration.statusServer()).isEqualTo(new StatusServerSettings(3, new RateLimit(4, 5)));
        assertThat(configuration.featureGates().enabled()).isEmpty();
        assertThat(configuration.tls())
                .isEqualTo(new TlsSettings(Optional.of(TlsVersion.V1_2), List.of("A", "B"), List.of("h2", "http/1.1")));
        assertThat(configuration.trainyard())
                .isEqualTo(new TrainyardSettings(
                        new TrainyardSettings.Dashboard(
                                true,
                                new BindAddress("127.0.0.1", 6),
                                TrainyardSettings.DashboardAuthentication.TRUSTED_HEADER,
                                false,
                                List.of("trainyard.example.com"),
                                false),
                        new TrainyardSettings.Metrics(true),
                        List.of("team-a", "team-b"),
                        new TrainyardSettings.Certificates(
                                Duration.ofHours(20),
                                Duration.ofHours(10),
                                Duration.ofHours(1),
                                Duration.ofMinutes(1),
                                "/certificates"),
                        new TrainyardSettings.StatusReports(false, Duration.ZERO, false),
                        new TrainyardSettings.Plugins(
                                Optional.of("/plugins"),
                                Map.of("torch", Map.of("a", List.of(1))),
                                List.of("zeta", "torch"),
                                List.of("volcano"),
                                Optional.of("zeta"),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(7)),
                        TrainyardSettings.Events.ALL,
                        new TrainyardSettings.Conditions(true),
                        new AdmissionSettings(
                                AdmissionSettings.Strictness.ALLOW,
                                AdmissionSettings.Strictness.DENY,
                                "https://example.org/policy",
                                Map.of("someone", AdmissionSettings.ClientRelease.V2_1),
                                Optional.of("/clients.pem"),
                                new SizeLimits(200, 300)),
                        new TrainyardSettings.Caches(Duration.ofMinutes(90)),
                        Optional.of(new InitializerClaim("30Gi", List.of("ReadWriteMany"), Optional.of("nfs"))),
                        new ElasticSettings(
                                ElasticSettings.JobSetScaling.DISABLED,
                                ElasticSettings.OnUnsupported.RECREATE,
                                Duration.ofMinutes(5),
                                Duration.ofMinutes(1)),
                        new TrainyardSettings.Rehearsal(Duration.ofSeconds(2)),
                        new TrainyardSettings.Webhook(Optional.of(Duration.ofSeconds(3)))));
    }

    @Test
    @DisplayName(
            "OPS-04a: a pod answers reviews for ten seconds after SIGTERM, a process elsewhere ends at once; both can be told otherwise")
    void reviewsAreAnsweredAfterTheStop() {
        TrainyardSettings.Webhook usual = valid("").trainyard().webhook();
        assertThat(usual.shutdownDelay(true)).isEqualTo(Duration.ofSeconds(10));
        assertThat(usual.shutdownDelay(false)).isZero();
        TrainyardSettings.Webhook given = valid("trainyard: {webhook: {shutdownDelay: 1500ms}}")
                .trainyard()
                .webhook();
        assertThat(given.shutdownDelay(true)).isEqualTo(Duration.ofMillis(1500));
        assertThat(given.shutdownDelay(false)).isEqualTo(Duration.ofMillis(1500));
        assertThat(errors("trainyard: {webhook: {shutdownDelay: 31s}}"))
                .containsExactly(
                        "c.yaml:3:23: trainyard.webhook.shutdownDelay: must be between 0s (no delay) and 30s, not 31s");
    }

    @Test
    @DisplayName("OPS-124: a rehearsal takes half a second, may be left out, and never takes long")
    void aRehearsalHasATimeLimit() {
        assertThat(valid("").trainyard().rehearsal().timeLimit()).isEqualTo(Duration.ofMillis(500));
        assertThat(valid("trainyard: {rehearsal: {timeLimit: 0s}}")
                        .trainyard()
                        .rehearsal()
                        .timeLimit())
                .isZero();
        assertThat(errors("trainyard: {rehearsal: {timeLimit: 31s}}"))
                .containsExactly(
                        "c.yaml:3:25: trainyard.rehearsal.timeLimit: must be between 0s (no rehearsal) and 30s, not 31s");
    }

    @Test
    @DisplayName("CFG-34, INIT-94: a claim for data needs a size, and modes that there are; without one there is none")
    void aClaimForDataNeedsASize() {
        assertThat(valid("").trainyard().initializerClaim()).isEmpty();
        assertThat(errors("trainyard: {initializer: {claim: {accessModes: [Shared]}}}"))
                .anyMatch(error -> error.contains("trainyard.initializer.claim.size: must be an amount such as 20Gi"))
                .anyMatch(error -> error.contains("trainyard.initializer.claim.accessModes: must be of ReadWriteOnce"));
    }

    @Test
    @DisplayName("CFG-05, CFG-21, CFG-25: all problems, each with its line")
    void everythingThatIsWrongIsReportedAtOnce() {
        assertThat(
                        errors(
                                """
                        webhok: {}
                        webhook:
                          port: 70000
                          Host: x
                        metrics:
                          secureServing: 1
                        clientConnection:
                          qps: -1
                          burst: many
                        """))
                .containsExactly(
                        "c.yaml:3:1: webhok: unknown field; did you mean \"webhook\"?",
                        "c.yaml:5:3: webhook.port: must be between 1 and 65535, not 70000",
                        "c.yaml:6:3: webhook.Host: unknown field; did you mean \"host\"?",
                        "c.yaml:8:3: metrics.secureServing: must be true or false, not 1",
                        "c.yaml:10:3: clientConnection.qps: must be greater than or equal to 0, not -1",
                        "c.yaml:11:3: clientConnection.burst: must be a whole number greater than or equal to 0, not \"many\"");
    }

    @Test
    @DisplayName("CFG-34, FAB-83: caches are compared every hour, seldom, or never")
    void comparisonsOfCaches() {
        assertThat(valid("").trainyard().caches().comparisonInterval()).isEqualTo(Duration.ofHours(1));
        assertThat(valid("trainyard: {caches: {comparisonInterval: 0s}}")
                        .trainyard()
                        .caches()
                        .comparisonInterval())
                .isZero();
        assertThat(errors("trainyard: {caches: {comparisonInterval: 10s}}"))
                .containsExactly(
                        "c.yaml:3:22: trainyard.caches.comparisonInterval: must be at least 1m, or 0s for never, not 10s");
    }

    @Test
    @DisplayName("CFG-21: duplicate key")
    void aFieldGivenTwiceIsAnError() {
        assertThat(errors("webhook: {port: 1}\nwebhook: {port: 2}\n"))
                .containsExactly("c.yaml:4:1: webhook: given twice; first on line 3");
    }

    @Test
    @DisplayName("CFG-21: apiVersion and kind")
    void anotherKindOfFileIsRefusedWithoutListingItsFields() {
        assertThat(read("apiVersion: v1\nkind: ConfigMap\ndata: {}\n", List.of()))
                .extracting(result -> ((ConfigurationResult.Invalid) result)
                        .errors().stream().map(Problem::toString).toList())
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactly(
                        "c.yaml:1:1: apiVersion: must be config.trainer.kubeflow.org/v1alpha1, not v1",
                        "c.yaml:2:1: kind: must be Configuration, not ConfigMap");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n# nothing\n", "---\n"})
    @DisplayName("CFG-21: an empty file")
    void aFileWithNothingInItIsRefusedWithAHint(String text) {
        assertThat(messages(read(text, List.of())))
                .singleElement()
                .asString()
                .contains("is empty")
                .contains("apiVersion: config.trainer.kubeflow.org/v1alpha1");
    }

    @Test
    @DisplayName("CFG-21: a missing file and a directory")
    void aFileThatCannotBeReadIsRefused(@TempDir Path folder) {
        assertThat(messages(ConfigurationReader.fromFile(folder.resolve("none.yaml"), List.of())))
                .singleElement()
                .asString()
                .endsWith("none.yaml: no such file");
        assertThat(messages(ConfigurationReader.fromFile(folder, List.of())))
                .singleElement()
                .asString()
                .endsWith("is a directory, not a file");
    }

    @Test
    @DisplayName("CFG-02: JSON")
    void theFileMayBeJson(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("c.json"),
                "{\"apiVersion\": \"config.trainer.kubeflow.org/v1alpha1\",\n\t\"kind\": \"Configuration\",\n\t\"webhook\": {\"port\": 9}}");

        assertThat(((ConfigurationResult.Valid) ConfigurationReader.fromFile(file, List.of()))
                        .configuration()
                        .webhook()
                        .port())
                .isEqualTo(9);
    }

    @Test
    void severalDocumentsAreRefused() {
        assertThat(errors("---\n" + HEAD)).containsExactly("c.yaml:4:1: only one document is allowed");
    }

    @Test
    void aListInsteadOfAnObjectIsRefused() {
        assertThat(messages(read("- a\n", List.of()))).containsExactly("c.yaml:1:1: must be an object with fields");
        assertThat(errors("webhook: []\n"))
                .containsExactly("c.yaml:3:1: webhook: must be an object with fields, not a list");
    }

    @Test
    @DisplayName(
            "CFG-24: the times of a stock file stay as they are given, and one that is given alone has ours beside it")
    void electionTimesThatAreGivenWin() {
        LeaderElectionSettings stock = valid(
                        "leaderElection: {leaderElect: true, leaseDuration: 15s, renewDeadline: 10s, retryPeriod: 2s}\n")
                .leaderElection()
                .orElseThrow();
        assertThat(stock.leaseDuration()).isEqualTo(Duration.ofSeconds(15));
        assertThat(stock.renewDeadline()).isEqualTo(Duration.ofSeconds(10));
        assertThat(stock.retryPeriod()).isEqualTo(Duration.ofSeconds(2));

        LeaderElectionSettings longer =
                valid("leaderElection: {leaseDuration: 20s}\n").leaderElection().orElseThrow();
        assertThat(longer.leaseDuration()).isEqualTo(Duration.ofSeconds(20));
        assertThat(longer.renewDeadline()).isEqualTo(Duration.ofMillis(3_500));
        assertThat(errors("leaderElection: {renewDeadline: 10s}\n"))
                .singleElement()
                .asString()
                .endsWith("they are 4s, 10s and 300ms");
    }

    @Test
    @DisplayName("CFG-24, in the place of 15 s, 10 s and 2 s: defaults with which a crash costs less than 5 s")
    void anEmptyElectionBlockTurnsElectionOnWithDefaults() {
        assertThat(valid("leaderElection: {}\n").leaderElection().orElseThrow())
                .isEqualTo(new LeaderElectionSettings(
                        true,
                        "trainer.kubeflow.org",
                        "",
                        Duration.ofSeconds(4),
                        Duration.ofMillis(3_500),
                        Duration.ofMillis(300)));
        assertThat(valid("leaderElection:\n").leaderElection()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"15s, 15s, 2s", "15s, 10s, 9s", "10s, 15s, 2s", "15s, 10s, 0s", "15s, 12s, 10s"})
    @DisplayName("CFG-25: the order of election times")
    void electionTimesOutOfOrderAreRefusedWithAllThree(String lease, String renew, String retry) {
        assertThat(errors("leaderElection: {leaseDuration: %s, renewDeadline: %s, retryPeriod: %s}\n"
                        .formatted(lease, renew, retry)))
                .singleElement()
                .asString()
                .startsWith("c.yaml:3:1: leaderElection: ")
                .endsWith("they are %s, %s and %s".formatted(lease, renew, retry));
    }

    @Test
    @DisplayName("CFG-25: election times do not matter while it is off")
    void electionTimesOfAnElectionThatIsOffAreNotJudged() {
        assertThat(valid("leaderElection: {leaderElect: false, leaseDuration: 1s}\n")
                        .leaderElection()
                        .orElseThrow()
                        .enabled())
                .isFalse();
    }

    @Test
    @DisplayName("CFG-25: resourceLock")
    void onlyLeasesAreSupportedAsLock() {
        assertThat(errors("leaderElection:\n  resourceLock: configmaps\n"))
                .containsExactly(
                        "c.yaml:4:3: leaderElection.resourceLock: must be leases, the only kind of lock there is, not \"configmaps\"");
    }

    @ParameterizedTest
    @CsvSource({"15, the unit is missing", "soon, not", "1d, not", "true, not"})
    @DisplayName("CFG-22: durations")
    void aDurationWithoutUnitIsRefused(String value, String part) {
        assertThat(errors("leaderElection:\n  leaseDuration: %s\n".formatted(value)))
                .singleElement()
                .asString()
                .startsWith("c.yaml:4:3: leaderElection.leaseDuration: must be a duration such as \"15s\"")
                .contains(part);
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook", "statusServer"})
    @DisplayName("CFG-25: ports")
    void portsMustBePorts(String section) {
        for (String port : List.of("0", "65536", "-1", "99999999999")) {
            assertThat(errors("%s: {port: %s}\n".formatted(section, port)))
                    .containsExactly("c.yaml:3:%d: %s.port: must be between 1 and 65535, not %s"
                            .formatted(section.length() + 4, section, port));
        }
        assertThat(errors("%s: {port: \"80\"}\n".formatted(section)))
                .singleElement()
                .asString()
                .endsWith("must be a whole number between 1 and 65535, not \"80\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clientConnection.qps", "clientConnection.burst", "statusServer.qps", "statusServer.burst"})
    @DisplayName("CFG-25, CFG-26: limits")
    void limitsMustNotBeNegativeAndZeroMeansNone(String path) {
        String[] fields = path.split("\\.");

        assertThat(errors("%s: {%s: -3}\n".formatted(fields[0], fields[1])))
                .singleElement()
                .asString()
                .contains(path + ": must be greater than or equal to 0, not -3");
        assertThat(valid("clientConnection: {qps: 0}\n").clientConnection()).contains(new RateLimit(0, 100));
    }

    @Test
    @DisplayName("CFG-25: concurrency")
    void concurrencyMustBePositive() {
        assertThat(errors("controller:\n  groupKindConcurrency:\n    TrainJob.trainer.kubeflow.org: 0\n"))
                .containsExactly(
                        "c.yaml:5:5: controller.groupKindConcurrency[TrainJob.trainer.kubeflow.org]: must be greater than 0, not 0");
    }

    @Test
    @DisplayName("CFG-25: concurrency of an unknown kind")
    void concurrencyOfAnUnknownKindIsAWarning() {
        ConfigurationResult result =
                read(HEAD + "controller:\n  groupKindConcurrency:\n    TrainJobs.trainer.kubeflow.org: 2\n", List.of());

        assertThat(result).isInstanceOf(ConfigurationResult.Valid.class);
        assertThat(result.warnings())
                .singleElement()
                .asString()
                .startsWith("c.yaml:5:5: controller.groupKindConcurrency[TrainJobs.trainer.kubeflow.org]: no such kind")
                .endsWith("did you mean \"TrainJob.trainer.kubeflow.org\"?");
    }

    @Test
    @DisplayName("CFG-25: tokens in clear text")
    void metricsAuthenticationNeedsHttps() {
        assertThat(errors("metrics: {secureServing: false, auth: {enabled: true}}\n"))
                .singleElement()
                .asString()
                .contains("metrics.auth.enabled: ")
                .contains("metrics.secureServing");
    }

    @Test
    @DisplayName("CFG-25: two servers on one port")
    void twoServersOnOnePortAreRefused() {
        assertThat(errors("webhook: {port: 8443}\n"))
                .containsExactly("c.yaml:1:1: metrics.bindAddress: port 8443 is already taken by webhook.port");
        assertThat(errors("health: {healthProbeBindAddress: \":9443\"}\n"))
                .singleElement()
                .asString()
                .contains("health.healthProbeBindAddress")
                .contains("webhook.port");
        assertThat(errors("statusServer: {port: 8081}\nfeatureGates: {TrainJobStatus: true}\n"))
                .singleElement()
                .asString()
                .contains("statusServer.port")
                .contains("health.healthProbeBindAddress");
        assertThat(errors("trainyard: {dashboard: {enabled: true, port: 8081}}\n"))
                .singleElement()
                .asString()
                .contains("trainyard.dashboard.port");
    }

    @Test
    @DisplayName("OPS-71: who believes a header listens for the proxy beside it only")
    void aTrustedHeaderNeedsAPortThatOnlyThePodReaches() {
        for (String host : List.of("", "0.0.0.0", "10.0.0.1", "::")) {
            assertThat(errors("trainyard: {dashboard: {enabled: true, auth: trustedHeader, host: '%s'}}\n"
                            .formatted(host)))
                    .singleElement()
                    .asString()
                    .contains("trainyard.dashboard.host")
                    .contains("127.0.0.1");
        }
        for (String host : List.of("127.0.0.1", "::1", "localhost")) {
            valid("trainyard: {dashboard: {enabled: true, auth: trustedHeader, host: '%s'}}\n".formatted(host));
        }
        valid("trainyard: {dashboard: {enabled: false, auth: trustedHeader}}\n");
    }

    @Test
    @DisplayName("CFG-25: ports of servers that do not run, or on different addresses")
    void onlyServersThatRunTakeAPort() {
        valid("statusServer: {port: 8081}\n");
        valid("trainyard: {dashboard: {port: 8081}}\n");
        valid("metrics: {bindAddress: \"0\"}\nwebhook: {port: 8443}\n");
        valid("metrics: {bindAddress: \"127.0.0.1:8081\"}\nhealth: {healthProbeBindAddress: \"10.0.0.1:8081\"}\n");
        valid("metrics: {bindAddress: \":0\"}\nhealth: {healthProbeBindAddress: \":0\"}\n");
    }

    @Test
    @DisplayName("CFG-25: bounds of length")
    void textsThatAreTooLongAreRefused() {
        assertThat(errors("webhook: {host: %s}\n".formatted("x".repeat(254))))
                .containsExactly("c.yaml:3:11: webhook.host: must have at most 253 characters, not 254");
        assertThat(errors("health: {livenessEndpointName: %s}\n".formatted("x".repeat(64))))
                .singleElement()
                .asString()
                .contains("at most 63");
        assertThat(errors("certManagement: {webhookSecretName: %s}\n".formatted("x".repeat(254))))
                .singleElement()
                .asString()
                .contains("certManagement.webhookSecretName");
        assertThat(errors("tls: {nextProtos: [%s]}\n".formatted("x".repeat(33))))
                .singleElement()
                .asString()
                .contains("tls.nextProtos[0]: must have at most 32");
        assertThat(errors("tls: {nextProtos: [%s]}\n".formatted("x, ".repeat(11))))
                .singleElement()
                .asString()
                .contains("must have at most 10 items, not 11");
        assertThat(errors("tls: {cipherSuites: [%s]}\n".formatted("x".repeat(101))))
                .singleElement()
                .asString()
                .contains("tls.cipherSuites[0]: must have at most 100");
    }

    @Test
    @DisplayName("CFG-30: TLS versions")
    void anUnknownTlsVersionIsRefused() {
        assertThat(errors("tls: {minVersion: \"1.4\"}\n"))
                .singleElement()
                .asString()
                .endsWith("must be \"1.0\", \"1.1\", \"1.2\" or \"1.3\", not \"1.4\"");
        assertThat(errors("tls: {minVersion: 1.20}\n"))
                .singleElement()
                .asString()
                .endsWith("must be text; put it in quotes: \"1.20\"");
        assertThat(TlsVersion.V1_2.protocolsFromHere()).containsExactly("TLSv1.2", "TLSv1.3");
    }

    @Test
    @DisplayName("CFG-28: switching servers off")
    void zeroSwitchesAServerOffAndEmptyMeansTheDefault() {
        Configuration configuration = valid("health: {healthProbeBindAddress: \"0\"}\nmetrics: {bindAddress: \"\"}\n");

        assertThat(configuration.health().bindAddress()).isEmpty();
        assertThat(configuration.metrics().bindAddress()).contains(new BindAddress("", 8443));
        assertThat(valid("health: {healthProbeBindAddress: \"\"}\n").health().bindAddress())
                .contains(new BindAddress("", 8081));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8080", "localhost", ":http", ":70000", "::1:80", ":-1", "a:"})
    void anAddressThatIsNoneIsRefused(String address) {
        assertThat(errors("health: {healthProbeBindAddress: \"%s\"}\n".formatted(address)))
                .singleElement()
                .asString()
                .endsWith("health.healthProbeBindAddress: must be \"0\" (off), \":port\" or \"host:port\", not \"%s\""
                        .formatted(address));
    }

    @Test
    @DisplayName("section 16, trap 24: a bare 0")
    void aBareZeroIsNoAddress() {
        assertThat(errors("metrics: {bindAddress: 0}\n"))
                .singleElement()
                .asString()
                .endsWith("must be text; put it in quotes: \"0\"");
    }

    @Test
    @DisplayName("CFG-29: both probes need a path of their own")
    void probesNeedDifferentPaths() {
        assertThat(errors("health: {readinessEndpointName: healthz}\n"))
                .singleElement()
                .asString()
                .contains("health.livenessEndpointName");
    }

    @Test
    @DisplayName("CFG-34: what would do nothing is refused, not ignored: there is no profiling endpoint yet (CFG-35)")
    void aProfilingEndpointIsRefused() {
        assertThat(errors("trainyard: {pprof: {enabled: true, bindAddress: \"127.0.0.1:6060\"}}\n"))
                .singleElement()
                .asString()
                .contains("trainyard.pprof")
                .contains("this version has no profiling endpoint");
    }

    @Test
    void certificateTimesMustFitTogether() {
        assertThat(errors("trainyard: {certManagement: {rotateBefore: 8760h}}\n"))
                .singleElement()
                .asString()
                .endsWith("they are 8760h0m0s, 8760h0m0s and 87600h0m0s");
        assertThat(errors("trainyard: {certManagement: {checkInterval: 0}}\n"))
                .singleElement()
                .asString()
                .contains("trainyard.certManagement.checkInterval: must be longer than 0s");
        assertThat(errors("trainyard: {statusServer: {minInterval: -1s}}\n"))
                .singleElement()
                .asString()
                .contains("must not be negative");
    }

    @Test
    @DisplayName("OPS-62: namespaces")
    void namespacesMustBeNames() {
        assertThat(errors("trainyard: {watchNamespaces: [a, Team_B]}\n"))
                .singleElement()
                .asString()
                .endsWith("trainyard.watchNamespaces[1]: \"Team_B\" cannot be the name of a namespace");
    }

    @ParameterizedTest
    @DisplayName("OPS-62: what is wrong with namespaces is named, and never taken for all of them")
    @CsvSource(
            delimiter = '|',
            value = {
                "[team-a, team-b, team-a] | trainyard.watchNamespaces[2]: \"team-a\" is named twice",
                "[team-a, \"\"]          | trainyard.watchNamespaces[1]: \"\" cannot be the name of a namespace",
                "[~]                     | trainyard.watchNamespaces[0]: must be text, not nothing",
                "[team.a]                | trainyard.watchNamespaces[0]: \"team.a\" cannot be the name of a namespace",
                "[a-]                    | trainyard.watchNamespaces[0]: \"a-\" cannot be the name of a namespace",
                "team-a                  | trainyard.watchNamespaces: must be a list, not \"team-a\"",
                "[5]                     | trainyard.watchNamespaces[0]: must be text; put it in quotes: \"5\""
            })
    void wrongNamespacesAreNeverAllNamespaces(String value, String message) {
        assertThat(errors("trainyard: {watchNamespaces: " + value + "}\n"))
                .singleElement()
                .asString()
                .endsWith(message);
    }

    @Test
    @DisplayName("OPS-62: a name of 64 characters is none")
    void namesOfNamespacesHave63Characters() {
        assertThat(errors("trainyard: {watchNamespaces: [" + "a".repeat(64) + "]}\n"))
                .singleElement()
                .asString()
                .contains("trainyard.watchNamespaces[0]: must have at most 63 characters");
        assertThat(valid("trainyard: {watchNamespaces: [" + "a".repeat(63) + "]}\n")
                        .trainyard()
                        .watchNamespaces())
                .containsExactly("a".repeat(63));
    }

    @Test
    void settingsOfPluginsMustBeObjects() {
        assertThat(errors("trainyard: {plugins: {configuration: {torch: 5}}}\n"))
                .singleElement()
                .asString()
                .endsWith("trainyard.plugins.configuration[torch]: must be an object with fields, not 5");
        assertThat(errors("trainyard: {plugins: {crdProbeInterval: 0s}}\n"))
                .singleElement()
                .asString()
                .contains("trainyard.plugins.crdProbeInterval: must be at least 1s");
        assertThat(errors("trainyard: {plugins: {startTimeout: 10ms}}\n"))
                .singleElement()
                .asString()
                .contains("trainyard.plugins.startTimeout: must be at least 1s");
        assertThat(errors("trainyard: {events: Some}\n"))
                .singleElement()
                .asString()
                .endsWith("trainyard.events: must be Problems or All, not \"Some\"");
    }

    @Test
    @DisplayName("CFG-03: flag over file over default")
    void aGivenFlagWinsOverTheFile() {
        String text = HEAD + "webhook: {port: 1}\nmetrics: {secureServing: false}\n";
        List<FlagOverride> flags = List.of(
                new FlagOverride("--webhook-server-port", "webhook.port", 2),
                new FlagOverride("--leader-elect", "leaderElection.leaderElect", true),
                new FlagOverride("--enable-http2", "tls.nextProtos", List.of("h2", "http/1.1")));
        Configuration configuration = ((ConfigurationResult.Valid) read(text, flags)).configuration();

        assertThat(configuration.webhook().port()).isEqualTo(2);
        assertThat(configuration.metrics().secureServing()).isFalse();
        assertThat(configuration.leaderElection().orElseThrow().leaseDuration()).isEqualTo(Duration.ofSeconds(4));
        assertThat(configuration.tls().nextProtocols()).contains("h2");
        assertThat(configuration.certManagement().enabled()).isTrue();
    }

    @Test
    @DisplayName("CFG-05: a wrong flag is named as such")
    void aProblemOfAFlagNamesTheFlag() {
        assertThat(messages(ConfigurationReader.withoutFile(
                        List.of(new FlagOverride("--webhook-server-port", "webhook.port", 0)))))
                .containsExactly("--webhook-server-port: webhook.port: must be between 1 and 65535, not 0");
    }

    private static Configuration valid(String body) {
        ConfigurationResult result = read(HEAD + body, List.of());
        assertThat(result).isInstanceOf(ConfigurationResult.Valid.class);
        return ((ConfigurationResult.Valid) result).configuration();
    }

    private static List<String> errors(String body) {
        return messages(read(HEAD + body, List.of()));
    }

    private static List<String> messages(ConfigurationResult result) {
        assertThat(result).isInstanceOf(ConfigurationResult.Invalid.class);
        return ((ConfigurationResult.Invalid) result)
                .errors().stream().map(Problem::toString).toList();
    }

    private static ConfigurationResult read(String text, List<FlagOverride> flags) {
        return ConfigurationReader.fromText("c.yaml", text, flags);
    }
}
