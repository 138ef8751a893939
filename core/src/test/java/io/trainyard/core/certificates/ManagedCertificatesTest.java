package io.trainyard.core.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.metrics.CertificateMetrics;
import io.trainyard.core.tls.Pem;
import io.trainyard.foundation.time.ManualTimeSource;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("ManagedCertificates (CERT-10 to CERT-21, CERT-25)")
@Tag("cryptography")
final class ManagedCertificatesTest {
    private static final String NAMESPACE = "kubeflow-system";
    private static final String SECRET = "kubeflow-trainer-webhook-cert";

    private final ManualTimeSource time = new ManualTimeSource();
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    @DisplayName("a Secret that does not exist is made, and both configurations trust it (CERT-16, CERT-18, CERT-19)")
    void everythingIsMadeAtTheFirstStart() throws Exception {
        configurations();
        Replica replica = new Replica();

        Secret secret = secret();
        assertThat(secret.getType()).isEqualTo("Opaque");
        assertThat(secret.getMetadata().getLabels()).containsEntry("app.kubernetes.io/component", "manager");
        assertThat(secret.getData()).containsOnlyKeys("ca.crt", "ca.key", "tls.crt", "tls.key");
        assertThat(text(secret, "ca.key")).startsWith("-----BEGIN RSA PRIVATE KEY-----");
        assertThat(replica.served).hasSize(1);
        assertThat(replica.last().certificatePem()).isEqualTo(text(secret, "tls.crt"));
        assertThat(replica.managed.problem()).isEmpty();
        assertThat(bundles()).containsOnly(secret.getData().get("ca.crt")).hasSize(4);
        assertTrusted(replica.last());
        assertThat(api.all(Event.class))
                .extracting(Event::getMessage)
                .containsExactlyInAnyOrder(
                        "new certificate authority, valid until 2035-12-31T03:04:05Z",
                        "new server certificate, valid until 2027-01-02T03:04:05Z");
        assertThat(expiry("server"))
                .isEqualTo(Instant.parse("2027-01-02T03:04:05Z").getEpochSecond());
        assertThat(expiry("ca")).isEqualTo(Instant.parse("2035-12-31T03:04:05Z").getEpochSecond());
        assertThat(rotations("ca")).isEqualTo(1);
        assertThat(rotations("server")).isEqualTo(1);
    }

    @Test
    void theEmptySecretOfStockManifestsIsFilledAndKeysOfOthersStay() {
        api.put(new SecretBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(SECRET)
                .addToLabels("theirs", "kept")
                .endMetadata()
                .addToData("other", "eA==")
                .build());
        Replica replica = new Replica();

        assertThat(secret().getData()).containsEntry("other", "eA==").containsKey("tls.key");
        assertThat(secret().getMetadata().getLabels()).containsEntry("theirs", "kept");
        assertThat(replica.served).hasSize(1);
    }

    @Test
    void goodMaterialIsUsedAndNothingIsWritten() {
        configurations();
        new Replica();
        String version = secret().getMetadata().getResourceVersion();
        api.forgetRequests();

        Replica second = new Replica();
        time.advance(Duration.ofDays(30));

        assertThat(second.last().certificatePem()).isEqualTo(text(secret(), "tls.crt"));
        assertThat(api.writes()).isEmpty();
        assertThat(secret().getMetadata().getResourceVersion()).isEqualTo(version);
    }

    @Test
    @DisplayName(
            "who applies a manifest without authorities, once, has them back at once, without a warning (CERT-16, CERT-30)")
    void oneReplacementIsUndoneAtOnce() {
        configurations();
        Replica replica = new Replica();
        String ours = secret().getData().get("ca.crt");

        replaceBundles("dGhlaXJz");
        replica.managed.look();

        assertThat(bundles()).containsOnly(ours);
        assertThat(replacements()).isEqualTo(2);
        assertThat(warnings()).isEmpty();
    }

    @Test
    @DisplayName(
            "another one who always writes his authorities back is not fought at the speed of requests, and is told of once (CERT-30)")
    void twoWritersDoNotFight() {
        configurations();
        Replica replica = new Replica();
        api.forgetRequests();

        for (int second = 0; second < 1200; second++) {
            for (int change = 0; change < 2; change++) {
                if (bundles().stream().anyMatch(bundle -> !bundle.equals("dGhlaXJz"))) {
                    replaceBundles("dGhlaXJz");
                }
                replica.managed.look();
            }
            time.advance(Duration.ofSeconds(1));
        }

        List<InMemoryKubeApi.Request> writes = api.writes().stream()
                .filter(request -> request.kind().endsWith("WebhookConfiguration"))
                .toList();
        // Two objects; the pauses are 0, 1, 2, 4, ... s.
        assertThat(writes).hasSizeBetween(18, 26);
        assertThat(warnings()).hasSize(2).allSatisfy(event -> assertThat(event.getMessage())
                .contains("keeps replacing caBundle"));
        assertThat(replacements()).isBetween(18.0, 26.0);
    }

    @Test
    @DisplayName("when the other one has stopped, ours is back within ten minutes (CERT-30)")
    void theFightEnds() {
        configurations();
        Replica replica = new Replica();
        for (int i = 0; i < 12; i++) {
            replaceBundles("dGhlaXJz");
            replica.managed.look();
            time.advance(Duration.ofMinutes(2));
        }

        time.advance(Duration.ofMinutes(10));

        assertThat(bundles()).containsOnly(secret().getData().get("ca.crt"));
    }

    @Test
    @DisplayName("replicas that start at once agree on one certificate (CERT-15)")
    void replicasAgree() {
        configurations();
        api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ofMillis(3), Duration.ofMillis(2)));
        List<Replica> replicas = List.of(new Replica(), new Replica(), new Replica());

        time.advance(Duration.ofSeconds(5));

        assertThat(replicas).allSatisfy(replica -> assertThat(replica.served)
                .extracting(ServingCertificate::certificatePem)
                .containsExactly(text(secret(), "tls.crt")));
        assertThat(bundles()).containsOnly(secret().getData().get("ca.crt"));
    }

    @Test
    @DisplayName(
            "a new certificate comes in time, from the same authority, and every replica serves it (CERT-14, CERT-20)")
    void theCertificateIsRenewed() throws Exception {
        configurations();
        Replica one = new Replica();
        Replica two = new Replica();
        String authority = text(secret(), "ca.crt");

        time.advance(Duration.ofDays(365 - 90 + 1));

        assertThat(text(secret(), "ca.crt")).isEqualTo(authority);
        assertThat(one.served).hasSize(2);
        assertThat(two.last()).isEqualTo(one.last());
        assertThat(one.last().notAfter()).isAfter(time.now().plus(Duration.ofDays(363)));
        assertTrusted(one.last());
        assertThat(rotations("server")).isEqualTo(2);
        assertThat(rotations("ca")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "at every moment of an authority's life, and beyond, each replica serves what both configurations trust (CERT-21)")
    void thereIsNoGapWhenTheAuthorityChanges() throws Exception {
        configurations();
        CertificatePolicy shortLived =
                new CertificatePolicy(Issued.names(), Duration.ofDays(40), Duration.ofDays(20), Duration.ofDays(5));
        List<Replica> replicas = List.of(new Replica(shortLived), new Replica(shortLived));
        int authorities = 1;

        for (int halfDay = 0; halfDay < 2 * 60; halfDay++) {
            time.advance(Duration.ofHours(12));
            for (Replica replica : replicas) {
                assertTrusted(replica.last());
            }
            authorities = Math.max(authorities, certificates("ca.crt").size());
        }

        assertThat(authorities).as("for a while both are trusted").isEqualTo(2);
        assertThat(certificates("ca.crt")).as("in the end only the new one").hasSize(1);
        assertThat(rotations("ca")).isEqualTo(2);
    }

    @Test
    void aDeletedSecretIsMadeAnewWithoutAGap() throws Exception {
        configurations();
        Replica one = new Replica();
        Replica two = new Replica();
        ServingCertificate before = one.last();

        api.remove(Secret.class, NAMESPACE, SECRET);
        one.managed.look();
        two.managed.look();
        assertThat(one.last().certificatePem())
                .as("until the API server knows the new authority")
                .isEqualTo(before.certificatePem());
        assertTrusted(one.last());
        time.advance(Duration.ofMinutes(1));
        one.managed.look();
        two.managed.look();

        assertThat(one.last().certificatePem()).isNotEqualTo(before.certificatePem());
        assertThat(two.last()).isEqualTo(one.last());
        assertThat(certificates("ca.crt")).hasSize(2);
        assertTrusted(one.last());
    }

    @Test
    void whoeverEditsAConfigurationIsCorrected() throws Exception {
        configurations();
        Replica replica = new Replica();
        api.patch(
                ValidatingWebhookConfiguration.class,
                WebhookConfigurations.VALIDATING,
                "{webhooks: [{name: a.example.com, clientConfig: {caBundle: eA==, url: 'https://localhost'}}]}");

        replica.managed.look();

        assertTrusted(replica.last());
        assertThat(validating().getWebhooks())
                .extracting(ValidatingWebhook::getName)
                .containsExactly("a.example.com");
    }

    @Test
    void aConfigurationThatComesLaterIsTrustedThen() throws Exception {
        Replica replica = new Replica();
        assertThat(replica.served).hasSize(1);

        configurations();
        replica.managed.look();

        assertTrusted(replica.last());
    }

    @Test
    void aConfigurationThatIsBeingDeletedIsLeftAlone() {
        configurations();
        api.patch(
                MutatingWebhookConfiguration.class,
                WebhookConfigurations.MUTATING,
                "{metadata: {finalizers: [a/b], deletionTimestamp: '2026-01-02T03:04:05Z'}}");
        api.forgetRequests();

        new Replica();

        assertThat(api.writes()).noneMatch(request -> request.kind().equals("MutatingWebhookConfiguration"));
    }

    @Test
    void faultsOfTheApiServerAreOutlived() throws Exception {
        configurations();
        api.failNext("get", "Secret", InMemoryKubeApi.failure(ApiFailure.Kind.UNREACHABLE, "no answer"));
        api.loseNextAnswer("create", "Secret");
        api.failNext(
                "update",
                "MutatingWebhookConfiguration",
                InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "may not update"));
        Replica replica = new Replica();
        assertThat(replica.served).isEmpty();
        assertThat(replica.managed.problem()).isEqualTo("no answer");

        time.advance(Duration.ofMinutes(2));

        assertThat(replica.served).hasSize(1);
        assertThat(replica.managed.problem()).isEmpty();
        assertTrusted(replica.last());
    }

    @Test
    void withoutItsNamespaceItServesWithCertificatesOfItsOwn() throws Exception {
        configurations();
        api.addFaults(
                request -> request.kind().equals("Secret") && request.verb().equals("create")
                        ? java.util.Optional.of(new InMemoryKubeApi.Fault(
                                InMemoryKubeApi.failure(ApiFailure.Kind.NOT_FOUND, "namespace not found"), false))
                        : java.util.Optional.empty());
        Replica replica = new Replica();

        time.advance(Duration.ofDays(2));

        assertThat(replica.served).hasSize(1);
        assertTrusted(replica.last());

        api.clearFaults();
        time.advance(Duration.ofDays(1));
        assertThat(text(secret(), "tls.crt")).isEqualTo(replica.last().certificatePem());
    }

    @Test
    void afterTheEndNothingIsDone() {
        Replica replica = new Replica();
        replica.managed.stop();
        api.forgetRequests();

        replica.managed.look();
        time.advance(Duration.ofDays(400));

        assertThat(api.requests()).isEmpty();
        assertThat(time.waiting()).isZero();
    }

    /** One process. */
    private final class Replica {
        private final List<ServingCertificate> served = new ArrayList<>();
        private final ManagedCertificates managed;

        private Replica() {
            this(Issued.POLICY);
        }

        private Replica(CertificatePolicy policy) {
            managed = new ManagedCertificates(
                    new ManagedCertificates.Setup(
                            api,
                            time,
                            Runnable::run,
                            Runnable::run,
                            new CertificateMetrics(registry),
                            NAMESPACE,
                            SECRET,
                            policy,
                            Duration.ofHours(12)),
                    SpareKeys.SHARED);
            managed.start(served::add).subscribe().with(served::add);
        }

        private ServingCertificate last() {
            return served.get(served.size() - 1);
        }
    }

    /** As the API server does when it calls a webhook. */
    private void assertTrusted(ServingCertificate certificate) throws Exception {
        X509Certificate server = Pem.certificates(certificate.certificatePem()).get(0);
        SignedKey signed = new SignedKey(List.of(server), Pem.key(certificate.keyPem()));
        for (String bundle : bundles()) {
            List<X509Certificate> trusted =
                    Pem.certificates(new String(Base64.getDecoder().decode(bundle), StandardCharsets.US_ASCII));
            assertThat(trusted).as("at %s", time.now()).anyMatch(authority -> signed.isFrom(authority, time.now()));
        }
    }

    private void configurations() {
        api.put(new MutatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(WebhookConfigurations.MUTATING)
                .endMetadata()
                .addNewWebhook()
                .withName("defaulter.trainjob.trainer.kubeflow.org")
                .withNewClientConfig()
                .endClientConfig()
                .endWebhook()
                .build());
        var validating = new ValidatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(WebhookConfigurations.VALIDATING)
                .endMetadata();
        for (String name : List.of("a", "b", "c")) {
            validating = validating
                    .addNewWebhook()
                    .withName(name)
                    .withNewClientConfig()
                    .endClientConfig()
                    .endWebhook();
        }
        api.put(validating.build());
    }

    /** As another writer does. */
    private void replaceBundles(String bundle) {
        MutatingWebhookConfiguration mutating = api.find(
                        MutatingWebhookConfiguration.class, "", WebhookConfigurations.MUTATING)
                .orElseThrow();
        mutating.getWebhooks().forEach(webhook -> webhook.getClientConfig().setCaBundle(bundle));
        api.put(mutating);
        ValidatingWebhookConfiguration validating = validating();
        validating.getWebhooks().forEach(webhook -> webhook.getClientConfig().setCaBundle(bundle));
        api.put(validating);
    }

    private List<Event> warnings() {
        return api.all(Event.class).stream()
                .filter(event -> event.getType().equals("Warning"))
                .toList();
    }

    private double replacements() {
        return registry.find("trainyard.webhook.ca.bundle.replacements").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private ValidatingWebhookConfiguration validating() {
        return api.find(ValidatingWebhookConfiguration.class, "", WebhookConfigurations.VALIDATING)
                .orElseThrow();
    }

    private List<String> bundles() {
        List<String> bundles = new ArrayList<>();
        api.find(MutatingWebhookConfiguration.class, "", WebhookConfigurations.MUTATING)
                .orElseThrow()
                .getWebhooks()
                .forEach(webhook -> bundles.add(webhook.getClientConfig().getCaBundle()));
        validating()
                .getWebhooks()
                .forEach(webhook -> bundles.add(webhook.getClientConfig().getCaBundle()));
        return bundles;
    }

    private Secret secret() {
        return api.find(Secret.class, NAMESPACE, SECRET).orElseThrow();
    }

    private List<X509Certificate> certificates(String key) throws Exception {
        return Pem.certificates(text(secret(), key));
    }

    private static String text(Secret secret, String key) {
        Map<String, String> data = secret.getData();
        return new String(Base64.getDecoder().decode(data.get(key)), StandardCharsets.US_ASCII);
    }

    private double expiry(String usage) {
        return registry.get("trainyard.certificate.expiry.timestamp.seconds")
                .tag("usage", usage)
                .gauge()
                .value();
    }

    private double rotations(String usage) {
        return registry.get("trainyard.certificate.rotations")
                .tag("usage", usage)
                .counter()
                .count();
    }
}
