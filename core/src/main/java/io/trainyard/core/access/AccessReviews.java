package io.trainyard.core.access;

import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.NonResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/**
 * Asks who has a token and what he may do. Every call is a question to the API server, and fails when that gives no answer: callers remember what they were
 * told.
 */
public interface AccessReviews {
    /** Whose token this is, for the API server itself; empty when it is nobody's. */
    Uni<Optional<UserInfo>> authenticate(String token);

    /** Whose token this is, if it was made for this audience; empty when it was not, or when the API server has not looked at the audience. */
    Uni<Optional<UserInfo>> authenticate(String token, String audience);

    /** Whether he may do this to a resource. */
    Uni<Boolean> authorize(UserInfo user, ResourceAttributes request);

    /** Whether he may do this to a path. */
    Uni<Boolean> authorize(UserInfo user, NonResourceAttributes request);
}
