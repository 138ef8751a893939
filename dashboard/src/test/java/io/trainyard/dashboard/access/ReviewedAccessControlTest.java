package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ReviewedAccessControl (OPS-71)")
final class ReviewedAccessControlTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final Reviewer reviewer = new Reviewer();
    private final AccessControl access = new ReviewedAccessControl(reviewer, time, Runnable::run, false);

    @Test
    void aKnownTokenIsItsUserAndTheApiServerIsAskedOnceAMinute() {
        Identity who = identify(access, token("ann")).getItem().orElseThrow();
        identify(access, token("ann"));
        time.advance(Duration.ofSeconds(59));
        identify(access, token("ann"));
        assertThat(who).isEqualTo(new Identity("ann", "uid-1", List.of("dev"), Map.of("node", List.of("n1"))));
        assertThat(reviewer.tokens).hasSize(1);

        time.advance(Duration.ofSeconds(1));
        identify(access, token("ann"));

        assertThat(reviewer.tokens).hasSize(2);
    }

    @Test
    void aTokenThatWasTakenBackOpensNothingAfterAMinute() {
        assertThat(identify(access, token("ann")).getItem()).isPresent();
        reviewer.authenticated = false;
        time.advance(Duration.ofMinutes(1));

        assertThat(identify(access, token("ann")).getItem()).isEmpty();
    }

    @Test
    void withoutATokenNobodyIsAsked() {
        assertThat(identify(access, token("")).getItem()).isEmpty();
        assertThat(identify(access, new Credentials("", "ann", "10.0.0.1")).getItem())
                .as("the header of a proxy that nobody put in front")
                .isEmpty();

        assertThat(reviewer.tokens).isEmpty();
    }

    @Test
    void theProxysUserIsBelievedOnlyWhereThatIsConfiguredAndThenNoTokenIs() {
        AccessControl trusting = new ReviewedAccessControl(reviewer, time, Runnable::run, true);

        assertThat(identify(trusting, new Credentials("", "ann", "10.0.0.1"))
                        .getItem()
                        .orElseThrow()
                        .name())
                .isEqualTo("ann");
        assertThat(identify(trusting, token("ann")).getItem()).isEmpty();
        assertThat(reviewer.tokens).isEmpty();
    }

    @Test
    void aThousandRequestsAtOnceAreOneReview() {
        reviewer.holding = true;
        List<UniAssertSubscriber<Optional<Identity>>> waiting = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            waiting.add(identify(access, token("ann")));
        }
        assertThat(reviewer.tokens).hasSize(1);

        reviewer.release();

        waiting.forEach(each -> assertThat(each.assertCompleted().getItem()).isPresent());
        assertThat(reviewer.tokens).hasSize(1);
    }

    @Test
    void whoTriesManyTokensIsStoppedAndOthersAreNot() {
        reviewer.authenticated = false;
        for (int i = 0; i < 20; i++) {
            identify(access, token("guess" + i)).assertCompleted();
        }

        identify(access, token("guess20")).assertFailedWith(TooManyQuestionsException.class);
        identify(access, token("guess0")).assertCompleted();
        identify(access, new Credentials("other", "", "10.0.0.2")).assertCompleted();
        assertThat(reviewer.tokens).hasSize(21);
    }

    @Test
    void aRightIsAskedForWithAllThatIsKnownOfTheUserAndRemembered() {
        Identity who = identify(access, token("ann")).getItem().orElseThrow();

        assertThat(allowed(who, Right.READ_LOGS, "team-a")).isTrue();
        assertThat(allowed(who, Right.READ_LOGS, "team-a")).isTrue();

        assertThat(reviewer.questions).hasSize(1);
        SubjectAccessReviewSpec asked = reviewer.questions.get(0);
        assertThat(asked.getUser()).isEqualTo("ann");
        assertThat(asked.getGroups()).containsExactly("dev");
        assertThat(asked.getResourceAttributes().getVerb()).isEqualTo("get");
        assertThat(asked.getResourceAttributes().getResource()).isEqualTo("pods");
        assertThat(asked.getResourceAttributes().getSubresource()).isEqualTo("log");
        assertThat(asked.getResourceAttributes().getNamespace()).isEqualTo("team-a");
    }

    @Test
    void aRightThatWasTakenAwayIsGoneAfterAMinuteAndOneThatWasGivenIsThereAfterThirtySeconds() {
        Identity who = identify(access, token("ann")).getItem().orElseThrow();
        assertThat(allowed(who, Right.LIST_JOBS, "a")).isTrue();
        reviewer.allowed = false;
        time.advance(Duration.ofMinutes(1));
        assertThat(allowed(who, Right.LIST_JOBS, "a")).isFalse();
        reviewer.allowed = true;
        time.advance(Duration.ofSeconds(30));

        assertThat(allowed(who, Right.LIST_JOBS, "a")).isTrue();
    }

    @Test
    void aFailureIsToldAndNotRemembered() {
        reviewer.failure = Optional.of(new IllegalStateException("down"));
        identify(access, token("ann")).assertFailedWith(IllegalStateException.class);
        reviewer.failure = Optional.empty();

        assertThat(identify(access, token("ann")).getItem()).isPresent();
    }

    private static Credentials token(String token) {
        return new Credentials(token, "", "10.0.0.1");
    }

    private static UniAssertSubscriber<Optional<Identity>> identify(AccessControl access, Credentials credentials) {
        return access.identify(credentials).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private boolean allowed(Identity who, Right right, String namespace) {
        return access.allowed(who, right, namespace)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted()
                .getItem();
    }

    private static final class Reviewer implements KubeApi {
        private final List<String> tokens = new ArrayList<>();
        private final List<SubjectAccessReviewSpec> questions = new ArrayList<>();
        private final List<Runnable> held = new ArrayList<>();
        private boolean authenticated = true;
        private boolean allowed = true;
        private boolean holding;
        private Optional<RuntimeException> failure = Optional.empty();

        @Override
        public <T extends HasMetadata> Uni<T> create(T object) {
            return Uni.createFrom().emitter(emitter -> {
                T answer = answer(object);
                if (holding) {
                    held.add(() -> emitter.complete(answer));
                } else {
                    complete(emitter, answer);
                }
            });
        }

        private <T> void complete(UniEmitter<? super T> emitter, T answer) {
            failure.ifPresentOrElse(emitter::fail, () -> emitter.complete(answer));
        }

        private void release() {
            holding = false;
            held.forEach(Runnable::run);
        }

        @SuppressWarnings("unchecked")
        private <T extends HasMetadata> T answer(T object) {
            return (T)
                    (object instanceof TokenReview review ? reviewed(review) : reviewed((SubjectAccessReview) object));
        }

        private TokenReview reviewed(TokenReview review) {
            tokens.add(review.getSpec().getToken());
            var status = new TokenReviewBuilder(review).editOrNewStatus().withAuthenticated(authenticated);
            if (authenticated) {
                status.withNewUser()
                        .withUsername(review.getSpec().getToken())
                        .withUid("uid-1")
                        .withGroups("dev")
                        .withExtra(Map.of("node", List.of("n1")))
                        .endUser();
            }
            return status.endStatus().build();
        }

        private SubjectAccessReview reviewed(SubjectAccessReview review) {
            questions.add(review.getSpec());
            return new SubjectAccessReviewBuilder(review)
                    .withNewStatus()
                    .withAllowed(allowed)
                    .endStatus()
                    .build();
        }

        @Override
        public <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name) {
            throw new UnsupportedOperationException("get");
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace, Map<String, String> labels) {
            throw new UnsupportedOperationException("list");
        }

        @Override
        public <T extends HasMetadata> Uni<T> apply(T object) {
            throw new UnsupportedOperationException("apply");
        }

        @Override
        public Uni<Void> applyStatus(
                Class<? extends HasMetadata> type, String namespace, String name, Map<String, Object> status) {
            throw new UnsupportedOperationException("applyStatus");
        }

        @Override
        public <T extends HasMetadata> Uni<T> apply(T object, Preconditions preconditions) {
            throw new UnsupportedOperationException("apply");
        }

        @Override
        public <T extends HasMetadata> Uni<T> update(T object) {
            throw new UnsupportedOperationException("update");
        }

        @Override
        public <T extends HasMetadata> Uni<T> mergePatch(
                Class<T> type, String namespace, String name, Map<String, Object> patch) {
            throw new UnsupportedOperationException("mergePatch");
        }

        @Override
        public <T extends HasMetadata> Uni<T> mergePatchStatus(
                Class<T> type, String namespace, String name, Map<String, Object> patch) {
            throw new UnsupportedOperationException("mergePatchStatus");
        }

        @Override
        public Uni<Boolean> delete(
                Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
            throw new UnsupportedOperationException("delete");
        }
    }
}
