package io.trainyard.local.api;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.http.BatchingSink;
import io.trainyard.local.api.http.KernelGateway;
import io.trainyard.local.api.request.ApiRequest;
import io.trainyard.local.api.request.ApiResponse;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.api.request.Verb;
import io.trainyard.local.api.watch.WatchNotice;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The server in this JVM, without HTTP in between. */
final class InProcessApiClient implements ApiClient {
    private final Vertx vertx;
    private final KernelGateway gateway;
    private final String userAgent;

    InProcessApiClient(Vertx vertx, KernelGateway gateway, String userAgent) {
        this.vertx = vertx;
        this.gateway = gateway;
        this.userAgent = userAgent;
    }

    @Override
    public Future<Map<String, Object>> send(ApiCall call) {
        return gateway.submit(request(call)).map(ApiResponse::body).map(ApiResponse.Body::tree);
    }

    private ApiRequest request(ApiCall call) {
        return new ApiRequest(
                Verb.of(call.method(), call.name().isEmpty()),
                call.resource(),
                call.namespace(),
                call.name(),
                call.subresource(),
                new RequestParameters(call.query()),
                Tree.copyOf(call.body()),
                PatchType.of(call.contentType()),
                userAgent);
    }

    @Override
    public Future<Watch> watch(ApiCall call, WatchHandler handler) {
        InProcessWatch watch = new InProcessWatch(handler);
        BatchingSink sink = new BatchingSink(vertx.getOrCreateContext(), watch::tell, watch::finish);
        return gateway.watch(request(call), sink).map(end -> {
            watch.stop = end;
            return watch;
        });
    }

    /** One watch, on the context of the caller. */
    private static final class InProcessWatch implements Watch {
        private final WatchHandler handler;
        private volatile Runnable stop = () -> {};
        private boolean ended;

        InProcessWatch(WatchHandler handler) {
            this.handler = handler;
        }

        void tell(List<WatchNotice> notices) {
            for (WatchNotice notice : notices) {
                if (ended) {
                    return;
                }
                if (notice.event().equals("ERROR")) {
                    end(Optional.of(ApiException.of(500, notice.object())));
                } else {
                    handler.event(new WatchEvent(WatchEvent.Type.valueOf(notice.event()), notice.object()));
                }
            }
        }

        void finish() {
            end(Optional.empty());
        }

        private void end(Optional<ApiException> failure) {
            if (!ended) {
                ended = true;
                handler.end(failure);
            }
        }

        @Override
        public void close() {
            stop.run();
        }
    }
}
