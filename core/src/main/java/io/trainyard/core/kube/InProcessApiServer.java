package io.trainyard.core.kube;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * An API server in this process, which is asked without a network: a laptop's. It is given what HTTP would bring, and answers as over HTTP, so that
 * nothing but the way is different. Called on any thread.
 */
public interface InProcessApiServer {
    /**
     * A request.
     *
     * @param method as in HTTP, {@code PATCH} for example
     * @param path absolute, its segments encoded, without the query
     * @param parameters the query, decoded
     * @param mediaType of the body; empty without one
     * @param body empty without one
     * @param userAgent names the program; field managers are named after it
     */
    record Request(
            String method,
            String path,
            Map<String, String> parameters,
            String mediaType,
            ByteBuffer body,
            String userAgent) {}

    /**
     * An answer.
     *
     * @param code HTTP status
     * @param body JSON, or the text of a log
     * @param retryAfterSeconds empty when the server says nothing of that
     */
    record Answer(int code, ByteBuffer body, OptionalLong retryAfterSeconds) {}

    /** Answers a request that is no watch; a refusal is an answer, too. Completes on any thread. */
    CompletionStage<Answer> send(Request request);

    /**
     * Starts a watch.
     *
     * @param onEvents gets the events, each as JSON, in order, never twice at the same time
     * @param onEnd runs once and last
     * @return the watch, or why there is none
     */
    CompletionStage<Watch> watch(Request request, Consumer<List<String>> onEvents, Runnable onEnd);

    /**
     * What became of the wish to watch.
     *
     * @param code HTTP status; 101 when the watch stands
     * @param end ends it, on any thread; does nothing when there is none
     */
    record Watch(int code, Runnable end) {
        /** The status of a connection that has become a WebSocket. */
        public static final int STANDS = 101;
    }
}
