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
 * Asks the API server whether somebody may read the logs of a node, as a kubelet does: {@code get} of {@code nodes/proxy} of this node. Answers are
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
    private final Map<LogReader, Answer> answers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LogReader, Answer> eldest) {
            return size() > MAX_ANSWERS;
        }
    };

    private record Answer(boolean allowed, Instant until) {}

    /**
     * Nothing is asked before {@link #mayRead}.
     *
     * @param client whose user may create SubjectAccessReviews
     * @param node name
     */
    public NodeProxyAuthorization(ApiClient client, String node, Clock clock) {
        this.client = client;
        this.node = node;
        this.clock = clock;
    }

    /** Whether the reader may; fails when the API server does not say. */
    Future<Boolean> mayRead(LogReader reader) {
        synchronized (answers) {
            Answer known = answers.get(reader);
            if (known != null && clock.instant().isBefore(known.until)) {
                return Future.succeededFuture(known.allowed);
            }
        }
        return client.create(REVIEWS, review(reader), WriteOptions.as("trainyard-kubelet"))
                .map(answer -> remember(reader, Tree.flag(answer, "status", "allowed")));
    }

    private boolean remember(LogReader reader, boolean allowed) {
        Instant until = clock.instant().plus(allowed ? ALLOWED_TTL : DENIED_TTL);
        synchronized (answers) {
            answers.put(reader, new Answer(allowed, until));
        }
        return allowed;
    }

    private Map<String, Object> review(LogReader reader) {
        Map<String, Object> review = Tree.of("apiVersion", REVIEWS.apiVersion(), "kind", "SubjectAccessReview");
        review.put(
                "spec",
                Tree.of(
                        "user",
                        reader.user(),
                        "groups",
                        new ArrayList<Object>(reader.groups()),
                        "resourceAttributes",
                        Tree.of(
                                "verb",
                                "get",
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
