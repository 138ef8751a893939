package io.trainyard.core.access;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.NonResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpecBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** By TokenReview and SubjectAccessReview, which need the right to create {@code tokenreviews} and {@code subjectaccessreviews}. */
public final class KubeAccessReviews implements AccessReviews {
    private final KubeApi api;

    /** Asks on the event loop to which {@code api} belongs. */
    public KubeAccessReviews(KubeApi api) {
        this.api = api;
    }

    @Override
    public Uni<Optional<UserInfo>> authenticate(String token) {
        return review(token, List.of(), status -> true);
    }

    @Override
    public Uni<Optional<UserInfo>> authenticate(String token, String audience) {
        // An API server that does not know audiences names none, and has not checked this one.
        return review(
                token,
                List.of(audience),
                status -> status.getAudiences() != null && status.getAudiences().contains(audience));
    }

    @Override
    public Uni<Boolean> authorize(UserInfo user, ResourceAttributes request) {
        return review(of(user).withResourceAttributes(request));
    }

    @Override
    public Uni<Boolean> authorize(UserInfo user, NonResourceAttributes request) {
        return review(of(user).withNonResourceAttributes(request));
    }

    private Uni<Optional<UserInfo>> review(String token, List<String> audiences, Predicate<TokenReviewStatus> isFit) {
        TokenReview question = new TokenReviewBuilder()
                .withMetadata(new ObjectMeta())
                .withNewSpec()
                .withToken(token)
                .withAudiences(audiences)
                .endSpec()
                .build();
        return api.create(question).map(answer -> Optional.ofNullable(answer.getStatus())
                .filter(status -> Boolean.TRUE.equals(status.getAuthenticated()))
                .filter(isFit)
                .map(TokenReviewStatus::getUser));
    }

    private Uni<Boolean> review(SubjectAccessReviewSpecBuilder spec) {
        SubjectAccessReview question = new SubjectAccessReviewBuilder()
                .withMetadata(new ObjectMeta())
                .withSpec(spec.build())
                .build();
        return api.create(question)
                .map(answer -> answer.getStatus() != null
                        && Boolean.TRUE.equals(answer.getStatus().getAllowed()));
    }

    private static SubjectAccessReviewSpecBuilder of(UserInfo user) {
        return new SubjectAccessReviewSpecBuilder()
                .withUser(user.getUsername())
                .withUid(user.getUid())
                .withGroups(user.getGroups())
                .withExtra(user.getExtra());
    }
}
