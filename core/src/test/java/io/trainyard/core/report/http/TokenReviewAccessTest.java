package io.trainyard.core.report.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.RefusingKubeApi;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.report.http.ReportAccess.Decision;
import io.trainyard.core.report.http.ReportAccess.Sender;
import io.trainyard.core.report.http.ReportAccess.Verdict;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("TokenReviewAccess (SSRV-20, SSRV-21, SSRV-23 to SSRV-25)")
final class TokenReviewAccessTest {
    private static final ResourceKey BERT = new ResourceKey("team-a", "bert");
    private static final String AUDIENCE = "trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status";

    private final ManualTimeSource time = new ManualTimeSource();
    private final Cluster cluster = new Cluster();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TokenReviewAccess access = access(true);

    private TokenReviewAccess access(boolean podBinding) {
        return new TokenReviewAccess(cluster, time, podBinding, new ReportMetrics(registry));
    }

    @Test
    void theTokenOfAPodOfTheJobIsGoodForThatJob() {
        assertThat(decide("Bearer " + token())).isEqualTo(Decision.allowed("bert-node-0-0", "uid-of-bert"));

        assertThat(cluster.reviews)
                .singleElement()
                .satisfies(asked -> assertThat(asked.getSpec().getAudiences()).containsExactly(AUDIENCE));
    }

    @ParameterizedTest
    @CsvSource({"Bearer, ALLOWED", "bearer, ALLOWED", "BEARER, ALLOWED", "Basic, FORBIDDEN", "'', FORBIDDEN"})
    @DisplayName("the header is the word bearer, in any case, and the token (SSRV-20)")
    void theHeader(String word, Verdict verdict) {
        assertThat(decide(word + " \t " + token()).verdict()).isEqualTo(verdict);
    }

    @Test
    void thereIsNoThirdWord() {
        assertThat(decide("Bearer " + token() + " more").verdict()).isEqualTo(Verdict.FORBIDDEN);
        assertThat(access.decide(BERT, new Sender(Optional.empty(), Optional.empty(), Optional.empty(), "10.0.0.1"))
                        .subscribe()
                        .withSubscriber(UniAssertSubscriber.create())
                        .getItem())
                .isEqualTo(Decision.FORBIDDEN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"aud | other", "exp | 0", "exp | 1000", "nbf | 99999999999", "namespace | team-b", "pod | ''"})
    @DisplayName("what cannot be good is refused without asking the API server (SSRV-21, SSRV-24)")
    void hopelessTokens(String claim, String value) {
        Map<String, Object> claims = claims();
        switch (claim) {
            case "aud" -> claims.put("aud", List.of(value));
            case "namespace" -> Tree.put(claims, value, "kubernetes.io", "namespace");
            case "pod" -> Tree.put(claims, value, "kubernetes.io", "pod", "name");
            default -> claims.put(claim, Long.valueOf(value));
        }

        assertThat(decide("Bearer " + token(claims)).verdict()).isEqualTo(Verdict.FORBIDDEN);
        assertThat(decide("Bearer nonsense").verdict()).isEqualTo(Verdict.FORBIDDEN);
        assertThat(decide("Bearer a.b.c").verdict()).isEqualTo(Verdict.FORBIDDEN);
        assertThat(cluster.reviews).isEmpty();
    }

    @Test
    void whatTheApiServerDoesNotConfirmIsForged() {
        cluster.authenticated = false;

        assertThat(decide("Bearer " + token()).verdict()).isEqualTo(Verdict.FORBIDDEN);
    }

    @Test
    void anApiServerThatHasNotCheckedTheAudienceConfirmsNothing() {
        cluster.audiences = null;

        assertThat(decide("Bearer " + token()).verdict()).isEqualTo(Verdict.FORBIDDEN);
    }

    @Test
    @DisplayName(
            "a pod that only carries the labels of a job may not report, nor one of a Job that nobody made from a TrainJob (SSRV-25)")
    void labelsProveNothing() {
        for (Class<?> end : List.of(Pod.class, Job.class, JobSet.class)) {
            cluster.owners.clear();
            cluster.ownedUpTo(end);
            assertThat(decide("Bearer " + token()).verdict())
                    .as(end.getSimpleName())
                    .isEqualTo(Verdict.FORBIDDEN);
            time.advance(Duration.ofMinutes(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"bert-node-0-0, Pod", "bert-node-0, Job", "bert, JobSet"})
    @DisplayName("a pod, a Job or a JobSet that has only the name of one that is gone proves nothing (SSRV-25)")
    void laterObjects(String name, String kind) {
        cluster.uids.put(kind + "/" + name, "a later one");

        assertThat(decide("Bearer " + token()).verdict()).isEqualTo(Verdict.FORBIDDEN);
    }

    @Test
    @DisplayName("an owner that is not the controller proves nothing, nor does a kind of another group (SSRV-25)")
    void otherOwners() {
        cluster.owners.get("Pod").setController(null);
        assertThat(decide("Bearer " + token()).verdict()).isEqualTo(Verdict.FORBIDDEN);

        time.advance(Duration.ofMinutes(1));
        cluster.owners.get("Pod").setController(true);
        cluster.owners.get("JobSet").setApiVersion("evil.example/v1alpha1");
        assertThat(decide("Bearer " + token()).verdict()).isEqualTo(Verdict.FORBIDDEN);
    }

    @Test
    @DisplayName("the Job of a thousand pods is read once (SSRV-25)")
    void jobsAreRemembered() {
        decide("Bearer " + token());
        Map<String, Object> claims = claims();
        claims.put("jti", "of another process");
        decide("Bearer " + token(claims));

        assertThat(cluster.read).containsExactly("Pod", "Job", "JobSet", "Pod");
    }

    @Test
    @DisplayName("without pod binding every pod of the namespace may that has a token for it (SSRV-25)")
    void withoutPodBinding() {
        cluster.owners.clear();

        assertThat(access(false)
                        .decide(BERT, sender("Bearer " + token(), "10.0.0.1"))
                        .subscribe()
                        .withSubscriber(UniAssertSubscriber.create())
                        .getItem())
                .isEqualTo(Decision.allowed("bert-node-0-0", ""));
    }

    @Test
    @DisplayName("one question serves five minutes of reports (SSRV-23)")
    void answersAreRemembered() {
        for (int i = 0; i < 60; i++) {
            assertThat(decide("Bearer " + token()).verdict()).isEqualTo(Verdict.ALLOWED);
            time.advance(Duration.ofSeconds(5));
        }
        assertThat(cluster.reviews).hasSize(1);

        decide("Bearer " + token());

        assertThat(cluster.reviews).hasSize(2);
        assertThat(registry.get("kubeflow.trainer.status.token.reviews")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    @DisplayName("no answer outlives the token (SSRV-24)")
    void answersEndWithTheToken() {
        Map<String, Object> claims = claims();
        claims.put("exp", time.now().getEpochSecond() + 60);
        String token = token(claims);
        assertThat(decide("Bearer " + token).verdict()).isEqualTo(Verdict.ALLOWED);

        time.advance(Duration.ofSeconds(60));

        assertThat(decide("Bearer " + token).verdict()).isEqualTo(Verdict.FORBIDDEN);
    }

    @Test
    void aTokenForOneJobIsNotRememberedForAnother() {
        decide("Bearer " + token());

        assertThat(access.decide(new ResourceKey("team-a", "gpt"), sender("Bearer " + token(), "10.0.0.1"))
                        .subscribe()
                        .withSubscriber(UniAssertSubscriber.create())
                        .getItem())
                .isEqualTo(Decision.FORBIDDEN);
    }

    @Test
    @DisplayName("whoever shows a new token again and again is not asked about any more for a while (SSRV-41)")
    void reviewsAreNotMultiplied() {
        cluster.authenticated = false;
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Map<String, Object> claims = claims();
            claims.put("jti", "forged " + i);
            verdicts.add(decide("Bearer " + token(claims)).verdict());
        }

        assertThat(cluster.reviews).hasSize(30);
        assertThat(verdicts.subList(30, 100)).containsOnly(Verdict.TOO_MANY);
        assertThat(access.decide(BERT, sender("Bearer " + token(), "10.0.0.2"))
                        .subscribe()
                        .withSubscriber(UniAssertSubscriber.create())
                        .getItem())
                .as("others are not affected")
                .isEqualTo(Decision.FORBIDDEN);
        assertThat(cluster.reviews).hasSize(31);
    }

    @Test
    @DisplayName(
            "many processes that ask at once cost one question, and wait no longer than their own patience (SSRV-41)")
    void oneQuestionForMany() {
        cluster.silent = true;
        var first = access.decide(BERT, sender("Bearer " + token(), "10.0.0.1"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        var second = access.decide(BERT, sender("Bearer " + token(), "10.0.0.1"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());

        time.advance(Duration.ofSeconds(4));

        assertThat(cluster.reviews).hasSize(1);
        assertThat(first.getItem()).isEqualTo(Decision.TOO_MANY);
        assertThat(second.getItem()).isEqualTo(Decision.TOO_MANY);
    }

    @Test
    void aQuestionThatCouldNotBeAskedFailsAndIsAskedAgain() {
        cluster.failure = new ApiFailure(ApiFailure.Kind.UNREACHABLE, 0, "", "no answer", null, null);
        access.decide(BERT, sender("Bearer " + token(), "10.0.0.1"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertFailedWith(ApiFailure.class);
        cluster.failure = null;

        assertThat(decide("Bearer " + token()).verdict()).isEqualTo(Verdict.ALLOWED);
    }

    private Decision decide(String authorization) {
        return access.decide(BERT, sender(authorization, "10.0.0.1"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted()
                .getItem();
    }

    private static Sender sender(String authorization, String address) {
        return new Sender(Optional.of(authorization), Optional.empty(), Optional.empty(), address);
    }

    private String token() {
        return token(claims());
    }

    private Map<String, Object> claims() {
        // As the cluster that the tests imagine makes them: an hour from the beginning on.
        return Tree.of(
                "aud",
                List.of(AUDIENCE),
                "exp",
                1_800_000_000L,
                "nbf",
                1_700_000_000L,
                "kubernetes.io",
                Tree.of("namespace", "team-a", "pod", Tree.of("name", "bert-node-0-0", "uid", "uid-of-bert-node-0-0")));
    }

    private static String token(Map<String, Object> claims) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString("{}".getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString(Json.bytes(claims)) + ".c2lnbmF0dXJl";
    }

    /** An API server that confirms tokens. */
    private static final class Cluster extends RefusingKubeApi {
        private final List<TokenReview> reviews = new ArrayList<>();
        private boolean authenticated = true;
        private @Nullable List<String> audiences = List.of(AUDIENCE);
        private final List<String> read = new ArrayList<>();
        private final Map<String, String> uids = new HashMap<>();
        private final Map<String, OwnerReference> owners = new HashMap<>();
        private boolean silent;
        private @Nullable ApiFailure failure;

        @Override
        @SuppressWarnings("unchecked")
        public <T extends HasMetadata> Uni<T> create(T object) {
            TokenReview review = (TokenReview) object;
            reviews.add(review);
            if (failure != null) {
                return Uni.createFrom().failure(failure);
            }
            return silent
                    ? Uni.createFrom().nothing()
                    : Uni.createFrom().item((T) new TokenReviewBuilder(review)
                            .withNewStatus()
                            .withAuthenticated(authenticated)
                            .withAudiences(audiences)
                            .withNewUser()
                            .withUsername("system:serviceaccount:team-a:default")
                            .endUser()
                            .endStatus()
                            .build());
        }

        @Override
        public Uni<Optional<ObjectMeta>> getMetadata(Class<? extends HasMetadata> type, String namespace, String name) {
            String kind = HasMetadata.getKind(type);
            read.add(kind);
            OwnerReference owner = owners.get(kind);
            return Uni.createFrom()
                    .item(Optional.of(new ObjectMetaBuilder()
                            .withName(name)
                            .withUid(uids.getOrDefault(kind + "/" + name, "uid-of-" + name))
                            .withLabels(Map.of(
                                    "jobset.sigs.k8s.io/jobset-name", "bert",
                                    "jobset.sigs.k8s.io/jobset-uid", "uid-of-bert"))
                            .withOwnerReferences(owner == null ? List.of() : List.of(owner))
                            .build()));
        }

        private Cluster() {
            ownedUpTo(TrainJob.class);
        }

        /** Each object has the next as its controller, until this kind. */
        private void ownedUpTo(Class<?> end) {
            owner("Pod", "batch/v1", "Job", "bert-node-0", end != Pod.class);
            owner("Job", "jobset.x-k8s.io/v1alpha2", "JobSet", "bert", end != Pod.class && end != Job.class);
            owner("JobSet", "trainer.kubeflow.org/v1alpha1", "TrainJob", "bert", end == TrainJob.class);
        }

        private void owner(String owned, String apiVersion, String kind, String name, boolean there) {
            if (there) {
                owners.put(owned, new OwnerReference(apiVersion, null, true, kind, name, "uid-of-" + name));
            }
        }
    }
}
