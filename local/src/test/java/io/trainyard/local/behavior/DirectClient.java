package io.trainyard.local.behavior;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.http.DirectRequests;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Speaks with a server as somebody would who has paths and bodies, but no connection. */
record DirectClient(DirectRequests requests, String userAgent) implements ApiClient {
    @Override
    public Future<Map<String, Object>> send(ApiCall call) {
        return requests.send(request(call)).map(answer -> {
            Map<String, Object> tree =
                    tree(StandardCharsets.UTF_8.decode(answer.body()).toString());
            if (answer.code() >= 400) {
                throw ApiException.of(answer.code(), tree);
            }
            return tree;
        });
    }

    private static Map<String, Object> tree(String json) {
        return Tree.object(Json.parse(json.getBytes(StandardCharsets.UTF_8)));
    }

    private DirectRequests.Request request(ApiCall call) {
        return new DirectRequests.Request(
                call.method(),
                call.path(),
                call.query(),
                call.contentType(),
                call.body() == null ? ByteBuffer.allocate(0) : ByteBuffer.wrap(Json.bytes(call.body())),
                userAgent);
    }

    @Override
    public Future<Watch> watch(ApiCall call, WatchHandler handler) {
        Told told = new Told(handler);
        return requests.watch(request(call), told::events, told::end).map(end -> (Watch) end::run);
    }

    /** What a watch has told, on the context of whoever opened it. */
    private static final class Told {
        private final WatchHandler handler;
        private boolean over;

        private Told(WatchHandler handler) {
            this.handler = handler;
        }

        private void events(List<String> events) {
            for (String event : events) {
                Map<String, Object> tree = tree(event);
                Map<String, Object> object = Tree.child(tree, "object");
                if (over) {
                    return;
                }
                if (Tree.text(tree, "type").equals("ERROR")) {
                    over = true;
                    handler.end(Optional.of(ApiException.of(500, object)));
                } else {
                    handler.event(new WatchEvent(WatchEvent.Type.valueOf(Tree.text(tree, "type")), object));
                }
            }
        }

        private void end() {
            if (!over) {
                over = true;
                handler.end(Optional.empty());
            }
        }
    }
}
