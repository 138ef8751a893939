package io.trainyard.core.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.ServedKind;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the API server says about kinds that add-ons bring, and which fields these have, since that differs between versions of an add-on. It is asked at
 * the start, again every half minute while a kind is missing, and every ten minutes in case the add-on was upgraded. Everything happens on the owning context; answers may be read on any thread.
 */
public final class ServedKinds {
    private static final Logger LOG = LoggerFactory.getLogger(ServedKinds.class);
    private static final Duration REFRESH_INTERVAL = Duration.ofMinutes(10);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

    private final ApiTransport transport;
    private final KubernetesSerialization json;
    private final TimeSource time;
    private final Duration missingCheck;
    private final Runnable onAnswer;
    private final List<Runnable> appearances = new ArrayList<>();
    private final Map<Class<?>, Description> descriptions = new ConcurrentHashMap<>();
    private boolean started;
    private boolean stopped;

    /**
     * @param missingCheck how often to look for a missing kind
     * @param onAnswer runs after each answer
     */
    ServedKinds(
            ApiTransport transport,
            KubernetesSerialization json,
            TimeSource time,
            Duration missingCheck,
            Runnable onAnswer) {
        this.transport = transport;
        this.json = json;
        this.time = time;
        this.missingCheck = missingCheck;
        this.onAnswer = onAnswer;
    }

    /** A view of a kind; before the start, on any thread. */
    public ServedKind of(Class<? extends HasMetadata> type) {
        return descriptions.computeIfAbsent(
                type, ignored -> new Description(HasMetadata.getApiVersion(type), HasMetadata.getKind(type)));
    }

    /** True when somebody asked for the kind, and the API server does not serve it. */
    public boolean isMissing(Class<? extends HasMetadata> type) {
        Description description = descriptions.get(type);
        return description != null && description.answered && !description.isServed();
    }

    /** Runs on the owning context whenever a kind that was missing is there. */
    public void onAppearance(Runnable action) {
        appearances.add(action);
    }

    void start() {
        if (!started) {
            started = true;
            all().forEach(this::ask);
        }
    }

    void stop() {
        stopped = true;
        all().forEach(Description::cancel);
    }

    /** True when the API server has answered for every kind, be it that it does not know it. */
    boolean isSettled() {
        return all().stream().allMatch(description -> description.answered);
    }

    /**
     * A kind can be listed after all: it is asked for at once, since somebody may be about to need it. May be told again and again, also by each answer;
     * while it cannot be read how it is described, it is then asked for a little later.
     */
    void served(Class<?> type) {
        Description description = descriptions.get(type);
        if (!started || description == null || !description.answered || description.isServed() || description.listed) {
            return;
        }
        description.listed = true;
        if (description.next != null) {
            description.cancel();
            ask(description);
        }
    }

    private Collection<Description> all() {
        return descriptions.values();
    }

    private void ask(Description description) {
        description.next = null;
        transport
                .send(
                        ApiRequest.get("openapi/v3/" + ResourceKind.versionPath(description.apiVersion), "", ""),
                        body -> KindFields.of(read(body), description.kind))
                .onFailure(ApiFailure.Kind.NOT_FOUND::isOf)
                .recoverWithItem(Optional.empty())
                .subscribe()
                .with(fields -> answered(description, fields), failure -> unanswered(description, failure));
    }

    private JsonNode read(byte[] body) {
        return json.unmarshal(new ByteArrayInputStream(body), JsonNode.class);
    }

    private void answered(Description description, Optional<Set<String>> fields) {
        boolean appeared = description.answered && !description.isServed() && fields.isPresent();
        description.answer(fields);
        description.listed = false;
        if (appeared) {
            appearances.forEach(Runnable::run);
        }
        onAnswer.run();
        askAfter(description, fields.isPresent() ? REFRESH_INTERVAL : description.listed ? RETRY_DELAY : missingCheck);
    }

    /** What was known before is kept: a kind does not go away because the API server is busy. */
    private void unanswered(Description description, Throwable failure) {
        LOG.atWarn()
                .addKeyValue("kind", description.kind)
                .addKeyValue("apiVersion", description.apiVersion)
                .log("its description cannot be read: {}", failure.getMessage());
        if (ApiFailure.Kind.FORBIDDEN.isOf(failure)) {
            // Only somebody with more rights can help, and nobody else should have to wait for that.
            description.answered = true;
            onAnswer.run();
        }
        askAfter(description, RETRY_DELAY);
    }

    private void askAfter(Description description, Duration wait) {
        if (!stopped) {
            description.next = time.after(wait, () -> ask(description));
        }
    }

    /** One kind. Fields that are not volatile belong to the owning context. */
    private static final class Description implements ServedKind {
        private final String apiVersion;
        private final String kind;
        private volatile boolean answered;
        private volatile @Nullable Set<String> fields;
        private boolean listed;
        private TimeSource.@Nullable Cancellable next;

        private Description(String apiVersion, String kind) {
            this.apiVersion = apiVersion;
            this.kind = kind;
        }

        private void answer(Optional<Set<String>> found) {
            fields = found.orElse(null);
            answered = true;
        }

        private void cancel() {
            if (next != null) {
                next.cancel();
                next = null;
            }
        }

        @Override
        public boolean isServed() {
            return fields != null;
        }

        @Override
        public boolean hasField(String path) {
            Set<String> known = fields;
            return known != null && known.contains(path);
        }

        @Override
        public String toString() {
            return kind + " of " + apiVersion;
        }
    }
}
