package io.trainyard.core.metrics.http;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.time.ExpiringCache;
import io.trainyard.foundation.digest.Sha256;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Asks the API server who a token belongs to, and whether he may {@code get /metrics}. Answers are remembered for a while; failures
 * are not. Needs the right to create {@code tokenreviews} and {@code subjectaccessreviews}. May be asked from any thread.
 */
public final class ReviewedAccess implements ScrapeAccess {
    private static final Duration KNOWN = Duration.ofMinutes(1);
    private static final Duration PERMITTED = Duration.ofMinutes(5);
    private static final Duration REFUSED = Duration.ofSeconds(30);
    private static final int REMEMBERED = 1_000;

    private final KubeApi api;
    private final Executor owner;
    private final ExpiringCache<String, Optional<UserInfo>> users;
    private final ExpiringCache<UserInfo, Boolean> permissions;

    /**
     * @param owner runs tasks on the event loop to which {@code api} and {@code time} belong
     */
    public ReviewedAccess(KubeApi api, TimeSource time, Executor owner) {
        this.api = api;
        this.owner = owner;
        this.users = new ExpiringCache<>(time, REMEMBERED);
        this.permissions = new ExpiringCache<>(time, REMEMBERED);
    }

    @Override
    public Uni<Decision> decide(String token) {
        if (token.isEmpty()) {
            return Uni.createFrom().item(Decision.UNAUTHENTICATED);
        }
        return Uni.createFrom().deferred(() -> review(token)).runSubscriptionOn(owner);
    }

    private Uni<Decision> review(String token) {
        return user(token).chain(user -> user.map(
                        known -> permitted(known).map(permitted -> permitted ? Decision.ALLOWED : Decision.FORBIDDEN))
                .orElseGet(() -> Uni.createFrom().item(Decision.UNAUTHENTICATED)));
    }

    /** Whose token this is; empty when it is nobody's. */
    private Uni<Optional<UserInfo>> user(String token) {
        String key = fingerprint(token);
        Optional<Optional<UserInfo>> remembered = users.get(key);
        if (remembered.isPresent()) {
            return Uni.createFrom().item(remembered.get());
        }
        TokenReview question = new TokenReviewBuilder()
                .withMetadata(new ObjectMeta())
                .withNewSpec()
                .withToken(token)
                .endSpec()
                .build();
        return api.create(question).map(ReviewedAccess::userOf).invoke(user -> {
            users.put(key, user, user.isPresent() ? KNOWN : REFUSED);
        });
    }

    private static Optional<UserInfo> userOf(TokenReview answer) {
        return Optional.ofNullable(answer.getStatus())
                .filter(status -> Boolean.TRUE.equals(status.getAuthenticated()))
                .flatMap(status -> Optional.ofNullable(status.getUser()));
    }

    private Uni<Boolean> permitted(UserInfo user) {
        Optional<Boolean> remembered = permissions.get(user);
        if (remembered.isPresent()) {
            return Uni.createFrom().item(remembered.get());
        }
        SubjectAccessReview question = new SubjectAccessReviewBuilder()
                .withMetadata(new ObjectMeta())
                .withNewSpec()
                .withUser(user.getUsername())
                .withUid(user.getUid())
                .withGroups(user.getGroups())
                .withExtra(user.getExtra())
                .withNewNonResourceAttributes("/metrics", "get")
                .endSpec()
                .build();
        return api.create(question)
                .map(answer -> answer.getStatus() != null
                        && Boolean.TRUE.equals(answer.getStatus().getAllowed()))
                .invoke(permitted -> permissions.put(user, permitted, permitted ? PERMITTED : REFUSED));
    }

    /** Tokens themselves are not kept. */
    private static String fingerprint(String token) {
        return Base64.getEncoder().encodeToString(Sha256.of(token));
    }
}
