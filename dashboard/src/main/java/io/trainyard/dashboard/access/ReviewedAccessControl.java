package io.trainyard.dashboard.access;

import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authentication.UserInfoBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.access.AccessReviews;
import io.trainyard.core.access.TokenOwners;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.time.AnswerCache;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Asks the API server. Answers are remembered, nothing is asked twice at a time, and strangers cannot make us ask about many tokens.
 */
public final class ReviewedAccessControl implements AccessControl {
    private static final Duration KNOWN = Duration.ofMinutes(1);
    private static final Duration REFUSED = Duration.ofSeconds(30);

    private final AccessReviews reviews;
    private final Executor owner;
    private final boolean trustHeaders;
    private final TokenOwners owners;
    private final AnswerCache<Question, Boolean> rights;

    private record Question(Identity who, Right right, String namespace) {}

    /**
     * @param owner runs tasks on the event loop to which {@code reviews} and {@code time} belong
     * @param trustHeaders whether the name that a proxy vouches for is believed; then nobody else may reach the port
     */
    public ReviewedAccessControl(AccessReviews reviews, TimeSource time, Executor owner, boolean trustHeaders) {
        this.reviews = reviews;
        this.owner = owner;
        this.trustHeaders = trustHeaders;
        this.owners = new TokenOwners(reviews, time, TokenOwners.DASHBOARD);
        this.rights = new AnswerCache<>(
                CacheOwner.DASHBOARD_RIGHTS,
                time,
                (question, allowed) -> question.who().bytes() + Weight.of(question.namespace()) + Weight.OBJECT,
                (question, allowed) -> allowed ? KNOWN : REFUSED);
    }

    @Override
    public Uni<Optional<Identity>> identify(Credentials credentials) {
        if (trustHeaders && !credentials.user().isEmpty()) {
            return Uni.createFrom()
                    .item(Optional.of(new Identity(credentials.user(), "", List.of("system:authenticated"), Map.of())));
        }
        if (trustHeaders || credentials.token().isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return Uni.createFrom()
                .deferred(() -> owners.of(credentials.token(), credentials.sender()))
                .map(user -> user.map(ReviewedAccessControl::identity))
                .runSubscriptionOn(owner);
    }

    @Override
    public Uni<Boolean> allowed(Identity who, Right right, String namespace) {
        var question = new Question(who, right, namespace);
        return Uni.createFrom()
                .deferred(() -> rights.get(question, () -> reviews.authorize(user(who), attributes(right, namespace))))
                .runSubscriptionOn(owner);
    }

    private static Identity identity(UserInfo user) {
        return new Identity(
                Objects.requireNonNullElse(user.getUsername(), ""),
                Objects.requireNonNullElse(user.getUid(), ""),
                Objects.requireNonNullElse(user.getGroups(), List.<String>of()),
                Objects.requireNonNullElse(user.getExtra(), Map.<String, List<String>>of()));
    }

    private static UserInfo user(Identity who) {
        return new UserInfoBuilder()
                .withUsername(who.name())
                .withUid(who.uid())
                .withGroups(who.groups())
                .withExtra(who.extra())
                .build();
    }

    private static ResourceAttributes attributes(Right right, String namespace) {
        return new ResourceAttributesBuilder()
                .withVerb(right.verb())
                .withGroup(right.group())
                .withResource(right.resource())
                .withSubresource(right.subresource())
                .withNamespace(namespace)
                .build();
    }
}
