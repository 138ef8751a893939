package io.trainyard.local.kubelet.server;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Asks the API server what somebody may do on a node, as a kubelet does: to {@code get} or to {@code create} {@code nodes/proxy} of this node. Answers are
 * remembered for a while. Safe for several threads.
 */
public final class NodeProxyAuthorization {
    private static final Resource REVIEWS = new Resource("authorization.k8s.io", "v1", "subjectaccessreviews");
    private static final Duration ALLOWED_TTL = Duration.ofMinutes(5);
    private static final Duration DENIED_TTL = Duration.ofSeconds(30);
    private static final int MAX_ANSWERS = 128;

    private final ApiClient client;
    private final String node;
    private final Clock clock;
    private final Map<Question, Answer> answers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Answer> eldest) {
            return size() > MAX_ANSWERS;
        }
    };

    private record Question(NodeClient client, String verb) {}

    private record Answer(boolean allowed, Instant until) {}

    /**
     * Nothing is asked before {@link #allows}.
     *
     * @param client whose user may create SubjectAccessReviews
     * @param node name
     */
    public NodeProxyAuthorization(ApiClient client, String node, Clock clock) {
        this.client = client;
        this.node = node;
        this.clock = clock;
    }

    /**
     * Whether somebody may; fails when the API server does not say.
     *
     * @param verb {@code get} or {@code create}
     */
    Future<Boolean> allows(NodeClient asking, String verb) {
        Question question = new Question(asking, verb);
        synchronized (answers) {
            Answer known = answers.get(question);
            if (known != null && clock.instant().isBefore(known.until)) {
                return Future.succeededFuture(known.allowed);
            }
        }
        return client.create(REVIEWS, review(question), WriteOptions.as("trainyard-kubelet"))
                .map(answer -> remember(question, Tree.flag(answer, "status", "allowed")));
    }

    private boolean remember(Question question, boolean allowed) {
        Instant until = clock.instant().plus(allowed ? ALLOWED_TTL : DENIED_TTL);
        synchronized (answers) {
            answers.put(question, new Answer(allowed, until));
        }
        return allowed;
    }

    private Map<String, Object> review(Question question) {
        Map<String, Object> review = Tree.of("apiVersion", REVIEWS.apiVersion(), "kind", "SubjectAccessReview");
        review.put(
                "spec",
                Tree.of(
                        "user",
                        question.client().user(),
                        "groups",
                        new ArrayList<Object>(question.client().groups()),
                        "resourceAttributes",
                        Tree.of(
                                "verb",
                                question.verb(),
                                "version",
                                "v1",
                                "resource",
                                "nodes",
                                "subresource",
                                "proxy",
                                "name",
                                node)));
        return review;
    }
}
