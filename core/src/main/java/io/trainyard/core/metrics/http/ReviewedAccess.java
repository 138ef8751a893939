package io.trainyard.core.metrics.http;

import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.NonResourceAttributes;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.access.AccessReviews;
import io.trainyard.core.access.TokenOwners;
import io.trainyard.core.access.TooManyQuestionsException;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.time.AnswerCache;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Asks the API server who a token belongs to, and whether he may {@code get /metrics}. Answers are remembered for a while; failures
 * are not. May be asked from any thread.
 */
public final class ReviewedAccess implements ScrapeAccess {
    private static final Duration PERMITTED = Duration.ofMinutes(5);
    private static final Duration REFUSED = Duration.ofSeconds(30);
    private static final NonResourceAttributes GET_METRICS = new NonResourceAttributes("/metrics", "get");

    private final AccessReviews reviews;
    private final Executor owner;
    private final TokenOwners owners;
    private final AnswerCache<UserInfo, Boolean> permissions;

    /**
     * @param owner runs tasks on the event loop to which {@code reviews} and {@code time} belong
     */
    public ReviewedAccess(AccessReviews reviews, TimeSource time, Executor owner) {
        this.reviews = reviews;
        this.owner = owner;
        this.owners = new TokenOwners(reviews, time, TokenOwners.SCRAPERS);
        this.permissions = new AnswerCache<>(
                CacheOwner.SCRAPING_RIGHTS,
                time,
                (user, permitted) -> Weight.ofObjects(user),
                (user, permitted) -> permitted ? PERMITTED : REFUSED);
    }

    @Override
    public Uni<Decision> decide(String token, String sender) {
        if (token.isEmpty()) {
            return Uni.createFrom().item(Decision.UNAUTHENTICATED);
        }
        return Uni.createFrom().deferred(() -> review(token, sender)).runSubscriptionOn(owner);
    }

    private Uni<Decision> review(String token, String sender) {
        return owners.of(token, sender)
                .chain(user -> user.map(this::permitted)
                        .orElseGet(() -> Uni.createFrom().item(Decision.UNAUTHENTICATED)))
                .onFailure(TooManyQuestionsException.class)
                .recoverWithItem(Decision.TOO_MANY);
    }

    private Uni<Decision> permitted(UserInfo user) {
        return permissions
                .get(user, () -> reviews.authorize(user, GET_METRICS))
                .map(permitted -> permitted ? Decision.ALLOWED : Decision.FORBIDDEN);
    }
}
