package io.trainyard.launcher.run;

import io.trainyard.core.kube.InProcessApiServer;
import io.trainyard.local.api.http.DirectRequests;
import io.trainyard.local.client.ApiException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The API server of this process for the controller of TrainJobs, without a network between them. */
record DirectApiServer(DirectRequests requests) implements InProcessApiServer {
    private static final int INTERNAL_ERROR = 500;

    @Override
    public CompletionStage<Answer> send(Request request) {
        return requests.send(asked(request))
                .map(answer -> new Answer(answer.code(), answer.body(), answer.retryAfterSeconds()))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Watch> watch(Request request, Consumer<List<String>> onEvents, Runnable onEnd) {
        return requests.watch(asked(request), onEvents, onEnd)
                .map(end -> new Watch(Watch.STANDS, end))
                .otherwise(failure ->
                        new Watch(failure instanceof ApiException refusal ? refusal.code() : INTERNAL_ERROR, () -> {}))
                .toCompletionStage();
    }

    private static DirectRequests.Request asked(Request request) {
        return new DirectRequests.Request(
                request.method(),
                request.path(),
                request.parameters(),
                request.mediaType(),
                request.body(),
                request.userAgent());
    }
}
