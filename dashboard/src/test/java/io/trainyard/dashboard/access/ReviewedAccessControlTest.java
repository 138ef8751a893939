package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authentication.UserInfoBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.NonResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.trainyard.core.access.AccessReviews;
import io.trainyard.core.access.TooManyQuestionsException;
import io.trainyard.core.memory.CacheOwner;
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
    void badTokensFromOneAddressDoNotLockOutWhoIsLoggedInThere() {
        identify(access, token("ann")).assertCompleted();
        reviewer.authenticated = false;
        for (int second = 0; second < 120; second++) {
            identify(access, token("bad" + second));
            identify(access, token("worse" + second));
            time.advance(Duration.ofSeconds(1));
        }
        identify(access, token("one-more")).assertCompleted();
        identify(access, token("two-more")).assertFailedWith(TooManyQuestionsException.class);

        reviewer.authenticated = true;
        assertThat(identify(access, token("ann")).assertCompleted().getItem()).isPresent();
        reviewer.authenticated = false;
        time.advance(Duration.ofMinutes(1));
        assertThat(identify(access, token("ann")).assertCompleted().getItem())
                .as("taken back meanwhile")
                .isEmpty();
    }

    @Test
    void goodTokensUseUpNothing() {
        for (int user = 0; user < 500; user++) {
            identify(access, token("user" + user)).assertCompleted();
        }
        assertThat(reviewer.tokens).hasSize(500);
    }

    @Test
    void badTokensOfManyAddressesTogetherAreLimitedToo() {
        reviewer.authenticated = false;
        for (int address = 0; address < 1_000; address++) {
            identify(access, new Credentials("guess" + address, "", "10.0.0." + address));
        }
        assertThat(reviewer.tokens).hasSize(100);
        identify(access, new Credentials("other", "", "10.1.0.1")).assertFailedWith(TooManyQuestionsException.class);
        time.advance(Duration.ofMillis(50));
        identify(access, new Credentials("another", "", "10.1.0.2")).assertCompleted();
    }

    @Test
    void aRightIsAskedForWithAllThatIsKnownOfTheUserAndRemembered() {
        Identity who = identify(access, token("ann")).getItem().orElseThrow();

        assertThat(allowed(who, Right.READ_LOGS, "team-a")).isTrue();
        assertThat(allowed(who, Right.READ_LOGS, "team-a")).isTrue();

        assertThat(reviewer.questions).hasSize(1);
        assertThat(reviewer.questions.get(0).user()).isEqualTo(Reviewer.user("ann"));
        ResourceAttributes asked = reviewer.questions.get(0).request();
        assertThat(asked.getVerb()).isEqualTo("get");
        assertThat(asked.getResource()).isEqualTo("pods");
        assertThat(asked.getSubresource()).isEqualTo("log");
        assertThat(asked.getNamespace()).isEqualTo("team-a");
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
    @DisplayName(
            "rights in 100,000 namespaces, and as many forged tokens, stay below the bytes of their caches (OPS-131)")
    void whatIsRememberedIsBounded() {
        Identity who = identify(access, token("ann")).getItem().orElseThrow();
        List<CacheOwner> owners =
                List.of(CacheOwner.DASHBOARD_RIGHTS, CacheOwner.DASHBOARD_USERS, CacheOwner.DASHBOARD_SENDERS);
        List<Long> before = owners.stream().map(CacheOwner::bytes).toList();
        for (int i = 0; i < 100_000; i++) {
            allowed(who, Right.GET_JOB, "a".repeat(57) + i);
            identify(
                    access, new Credentials("guess" + i, "", "10." + i / 65_536 + "." + i / 256 % 256 + "." + i % 256));
        }

        for (int i = 0; i < owners.size(); i++) {
            CacheOwner owner = owners.get(i);
            assertThat(owner.bytes() - before.get(i)).as(owner.toString()).isBetween(owner.maxBytes() / 2L, (long)
                    owner.maxBytes());
        }
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

    private static final class Reviewer implements AccessReviews {
        private final List<String> tokens = new ArrayList<>();
        private final List<Question> questions = new ArrayList<>();
        private final List<Runnable> held = new ArrayList<>();
        private boolean authenticated = true;
        private boolean allowed = true;
        private boolean holding;
        private Optional<RuntimeException> failure = Optional.empty();

        private record Question(UserInfo user, ResourceAttributes request) {}

        @Override
        public Uni<Optional<UserInfo>> authenticate(String token) {
            return Uni.createFrom().emitter(emitter -> {
                tokens.add(token);
                Optional<UserInfo> answer = authenticated ? Optional.of(user(token)) : Optional.empty();
                if (holding) {
                    held.add(() -> emitter.complete(answer));
                } else {
                    failure.ifPresentOrElse(emitter::fail, () -> emitter.complete(answer));
                }
            });
        }

        @Override
        public Uni<Optional<UserInfo>> authenticate(String token, String audience) {
            throw new UnsupportedOperationException("nobody's token is made for the page");
        }

        @Override
        public Uni<Boolean> authorize(UserInfo user, ResourceAttributes request) {
            questions.add(new Question(user, request));
            return Uni.createFrom().item(allowed);
        }

        @Override
        public Uni<Boolean> authorize(UserInfo user, NonResourceAttributes request) {
            throw new UnsupportedOperationException("the page has no rights on paths");
        }

        private void release() {
            holding = false;
            held.forEach(Runnable::run);
        }

        private static UserInfo user(String name) {
            return new UserInfoBuilder()
                    .withUsername(name)
                    .withUid("uid-1")
                    .withGroups("dev")
                    .withExtra(Map.of("node", List.of("n1")))
                    .build();
        }
    }
}
