package io.trainyard.local.api.request;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What clients ask about themselves, which is answered and not stored: whoever gets in may do everything. Pure. */
public final class SelfReviews {
    private static final String WHO = "SelfSubjectReview";
    private static final List<Object> ALL = List.of("*");
    private static final List<Object> GROUPS = List.of("system:masters", "system:authenticated");

    /** What may be asked, in the order of discovery. */
    public static final List<Review> KINDS = List.of(
            new Review(new Resource("authentication.k8s.io", "v1", "selfsubjectreviews"), WHO),
            new Review(
                    new Resource("authorization.k8s.io", "v1", "selfsubjectaccessreviews"), "SelfSubjectAccessReview"),
            new Review(
                    new Resource("authorization.k8s.io", "v1", "selfsubjectrulesreviews"), "SelfSubjectRulesReview"));

    private SelfReviews() {}

    /** A kind of question. */
    public record Review(Resource resource, String kind) {}

    /**
     * The answer to a request; empty for requests about anything else.
     *
     * @throws ApiException when it is no question
     */
    static Optional<ApiResponse> answer(ApiRequest request, Instant now) {
        return KINDS.stream()
                .filter(review -> review.resource().equals(request.resource()))
                .findFirst()
                .map(review -> answer(review, request, now));
    }

    private static ApiResponse answer(Review review, ApiRequest request, Instant now) {
        if (!request.namespace().isEmpty() || !request.name().isEmpty()) {
            throw ApiKernel.noSuchResource();
        }
        if (request.verb() != Verb.CREATE) {
            throw ApiException.methodNotAllowed(request.verb());
        }
        Map<String, Object> question = request.body() instanceof Map<?, ?> sent ? Tree.object(sent) : Map.of();
        Map<String, Object> spec = Tree.child(question, "spec");
        Map<String, Object> answer =
                Tree.of("kind", review.kind(), "apiVersion", review.resource().apiVersion());
        answer.put(
                "metadata",
                review.kind().equals(WHO)
                        ? Tree.of("creationTimestamp", SystemFields.text(now))
                        : Tree.child(question, "metadata"));
        if (!spec.isEmpty()) {
            answer.put("spec", spec);
        }
        answer.put("status", status(review));
        return ApiResponse.of(201, new ApiResponse.Unstructured(answer));
    }

    private static Map<String, Object> status(Review review) {
        return switch (review.kind()) {
            case WHO -> Tree.of("userInfo", Tree.of("username", "trainyard", "groups", GROUPS));
            case "SelfSubjectAccessReview" -> Tree.of("allowed", true);
            default ->
                Tree.of(
                        "resourceRules",
                        List.of(Tree.of("verbs", ALL, "apiGroups", ALL, "resources", ALL)),
                        "nonResourceRules",
                        List.of(Tree.of("verbs", ALL, "nonResourceURLs", ALL)),
                        "incomplete",
                        false);
        };
    }
}
