package io.trainyard.local.client;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.parsetools.RecordParser;
import java.util.Map;
import java.util.Optional;

/** One line of JSON for each event, until the answer ends. */
final class HttpWatch implements Watch {
    private final HttpClientRequest request;
    private final WatchHandler handler;
    private boolean ended;

    HttpWatch(HttpClientRequest request, HttpClientResponse response, WatchHandler handler) {
        this.request = request;
        this.handler = handler;
        RecordParser lines = RecordParser.newDelimited("\n", this::line);
        response.handler(lines);
        response.exceptionHandler(cause -> end(Optional.of(ApiException.unreachable(cause))));
        response.endHandler(nothing -> end(Optional.empty()));
    }

    private void line(Buffer line) {
        if (ended || line.length() == 0) {
            return;
        }
        try {
            Map<String, Object> notice = Json.parseObject(line.getBytes());
            String type = Tree.text(notice, "type");
            Map<String, Object> object = Tree.child(notice, "object");
            if (type.equals("ERROR")) {
                end(Optional.of(ApiException.of(500, object)));
                request.reset();
            } else {
                handler.event(new WatchEvent(WatchEvent.Type.valueOf(type), object));
            }
        } catch (MalformedTextException e) {
            end(Optional.of(ApiException.unreachable(e)));
            request.reset();
        }
    }

    private void end(Optional<ApiException> failure) {
        if (!ended) {
            ended = true;
            handler.end(failure);
        }
    }

    @Override
    public void close() {
        end(Optional.empty());
        request.reset();
    }
}
