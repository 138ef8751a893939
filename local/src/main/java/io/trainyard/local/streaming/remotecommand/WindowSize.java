package io.trainyard.local.streaming.remotecommand;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;

/**
 * The size of a client's window, in characters.
 *
 * @param columns from 1 to 65535
 * @param rows from 1 to 65535
 */
record WindowSize(int columns, int rows) {
    private static final int MAX = 65_535;

    /** Reads what a client sends; empty when it makes no sense. */
    static Optional<WindowSize> of(Buffer json) {
        try {
            Map<String, Object> size = Json.parseObject(json.getBytes());
            long columns = Tree.integer(0, size, "Width");
            long rows = Tree.integer(0, size, "Height");
            return columns > 0 && columns <= MAX && rows > 0 && rows <= MAX
                    ? Optional.of(new WindowSize((int) columns, (int) rows))
                    : Optional.empty();
        } catch (MalformedTextException unreadable) {
            return Optional.empty();
        }
    }
}
