package io.trainyard.core.metrics.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.trainyard.core.access.KubeAccessReviews;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.RefusingKubeApi;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.metrics.http.ScrapeAccess.Decision;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ReviewedAccess (OPS-31)")
final class ReviewedAccessTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final Reviewer reviewer = new Reviewer();
    private final ReviewedAccess access = new ReviewedAccess(new KubeAccessReviews(reviewer), time, Runnable::run);

    @Test
    void whoMayIsLetInAndTheQuestionNamesAllThatIsKnownOfHim() {
        assertThat(decision("scraper")).isEqualTo(Decision.ALLOWED);

        SubjectAccessReviewSpec asked = reviewer.accessReviews.get(0);
        assertThat(asked.getUser()).isEqualTo("system:serviceaccount:monitoring:scraper");
        assertThat(asked.getUid()).isEqualTo("uid-1");
        assertThat(asked.getGroups()).containsExactly("system:serviceaccounts");
        assertThat(asked.getExtra()).containsEntry("node", List.of("n1"));
        assertThat(asked.getNonResourceAttributes().getPath()).isEqualTo("/metrics");
        assertThat(asked.getNonResourceAttributes().getVerb()).isEqualTo("get");
    }

    @Test
    void noTokenIsRefusedWithoutAsking() {
        assertThat(decision("")).isEqualTo(Decision.UNAUTHENTICATED);

        assertThat(reviewer.tokens).isEmpty();
    }

    @Test
    void aBadTokenIsRefusedAndForgottenAfterThirtySeconds() {
        assertThat(decision("forged")).isEqualTo(Decision.UNAUTHENTICATED);
        time.advance(Duration.ofSeconds(29));
        assertThat(decision("forged")).isEqualTo(Decision.UNAUTHENTICATED);
        assertThat(reviewer.tokens).hasSize(1);

        time.advance(Duration.ofSeconds(1));
        assertThat(decision("forged")).isEqualTo(Decision.UNAUTHENTICATED);

        assertThat(reviewer.tokens).hasSize(2);
        assertThat(reviewer.accessReviews).isEmpty();
    }

    @Test
    void whoMayNotIsForbiddenAndAskedForAgainAfterThirtySeconds() {
        reviewer.allowed = false;
        assertThat(decision("scraper")).isEqualTo(Decision.FORBIDDEN);
        reviewer.allowed = true;
        time.advance(Duration.ofSeconds(29));
        assertThat(decision("scraper")).isEqualTo(Decision.FORBIDDEN);

        time.advance(Duration.ofSeconds(1));

        assertThat(decision("scraper")).isEqualTo(Decision.ALLOWED);
        assertThat(reviewer.tokens).hasSize(1);
    }

    @Test
    void goodTokensAreRememberedForAMinuteAndRightsForFive() {
        for (int i = 0; i < 300; i++) {
            assertThat(decision("scraper")).isEqualTo(Decision.ALLOWED);
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(reviewer.tokens).hasSize(5);
        assertThat(reviewer.accessReviews).hasSize(1);

        assertThat(decision("scraper")).isEqualTo(Decision.ALLOWED);

        assertThat(reviewer.tokens).hasSize(6);
        assertThat(reviewer.accessReviews).hasSize(2);
    }

    @Test
    void aQuestionThatCouldNotBeAskedFailsAndIsNotRemembered() {
        reviewer.failure = new ApiFailure(ApiFailure.Kind.UNREACHABLE, 0, "", "no answer", null, null);
        access.decide("scraper", "10.0.0.1")
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertFailedWith(ApiFailure.class);
        reviewer.failure = null;

        assertThat(decision("scraper")).isEqualTo(Decision.ALLOWED);
    }

    @Test
    void whoTriesManyTokensIsStoppedAndAScraperFromTheSameAddressIsNot() {
        assertThat(decision("scraper")).isEqualTo(Decision.ALLOWED);
        for (int i = 0; i < 100; i++) {
            decision("forged" + i);
        }
        assertThat(decision("forged100")).isEqualTo(Decision.TOO_MANY);
        assertThat(reviewer.tokens).hasSize(21);
        time.advance(Duration.ofSeconds(61));
        for (int i = 0; i < 100; i++) {
            decision("false" + i);
        }

        assertThat(decision("scraper")).isEqualTo(Decision.ALLOWED);
    }

    @Test
    void manyForgedTokensDoNotFillTheMemory() {
        long before = CacheOwner.SCRAPING_USERS.bytes();
        for (int i = 0; i < 10_000; i++) {
            decision("forged" + i);
        }

        assertThat(CacheOwner.SCRAPING_USERS.bytes() - before)
                .isPositive()
                .isLessThanOrEqualTo(CacheOwner.SCRAPING_USERS.maxBytes());
    }

    private @Nullable Decision decision(String token) {
        return access.decide(token, "10.0.0.1")
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted()
                .getItem();
    }

    /** An API server that knows one token. */
    private static final class Reviewer extends RefusingKubeApi {
        private final List<String> tokens = new ArrayList<>();
        private final List<SubjectAccessReviewSpec> accessReviews = new ArrayList<>();
        private boolean allowed = true;
        private @Nullable ApiFailure failure;

        @Override
        @SuppressWarnings("unchecked")
        public <T extends HasMetadata> Uni<T> create(T object) {
            if (failure != null) {
                return Uni.createFrom().failure(failure);
            }
            assertThat(object.getMetadata()).isNotNull();
            return Uni.createFrom().item((T)
                    (object instanceof TokenReview review ? reviewed(review) : reviewed((SubjectAccessReview) object)));
        }

        private TokenReview reviewed(TokenReview review) {
            tokens.add(review.getSpec().getToken());
            boolean known = review.getSpec().getToken().equals("scraper");
            var builder = new TokenReviewBuilder(review).editOrNewStatus().withAuthenticated(known);
            if (known) {
                builder.withNewUser()
                        .withUsername("system:serviceaccount:monitoring:scraper")
                        .withUid("uid-1")
                        .withGroups("system:serviceaccounts")
                        .withExtra(Map.of("node", List.of("n1")))
                        .endUser();
            } else {
                builder.withError("invalid bearer token");
            }
            return builder.endStatus().build();
        }

        private SubjectAccessReview reviewed(SubjectAccessReview review) {
            accessReviews.add(review.getSpec());
            return new SubjectAccessReviewBuilder(review)
                    .withNewStatus()
                    .withAllowed(allowed)
                    .endStatus()
                    .build();
        }
    }
}
