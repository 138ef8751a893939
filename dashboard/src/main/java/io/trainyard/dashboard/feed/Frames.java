package io.trainyard.dashboard.feed;

import io.trainyard.dashboard.access.Scope;
import io.trainyard.dashboard.feed.Feed.Change;
import io.trainyard.dashboard.view.PageJson;
import java.util.ArrayList;
import java.util.List;

/** Changes as server-sent events, each of a bounded size. */
final class Frames {
    private final String epoch;
    private final int maxLength;

    /**
     * @param epoch which run of the server numbers the changes
     * @param maxLength characters of a frame; one with a single row may be longer
     */
    Frames(String epoch, int maxLength) {
        this.epoch = epoch;
        this.maxLength = maxLength;
    }

    /** Everything, in place of whatever was there. */
    List<String> all(Feed feed, Scope scope) {
        List<String> rows = feed.encoded().stream()
                .filter(row -> scope.contains(row.row().key().namespace()))
                .map(EncodedRow::json)
                .toList();
        return chunks("all", rows, List.of(), feed.version());
    }

    /** What changed. Empty when it was nothing that this reader may see. */
    List<String> changes(List<Change> changes, Scope scope, long version) {
        List<String> rows = new ArrayList<>();
        List<String> gone = new ArrayList<>();
        for (Change change : changes) {
            if (!scope.contains(change.key().namespace())) {
                continue;
            }
            change.row()
                    .ifPresentOrElse(
                            row -> rows.add(row.json()), () -> gone.add(PageJson.text(PageJson.of(change.key()))));
        }
        return rows.isEmpty() && gone.isEmpty() ? List.of() : chunks("changes", rows, gone, version);
    }

    /** The number up to which a reader has seen changes; negative when it is not one of ours. */
    long seen(String lastEventId) {
        String prefix = epoch + "-";
        String digits = lastEventId.startsWith(prefix) ? lastEventId.substring(prefix.length()) : "";
        if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return Long.parseLong(digits);
    }

    private List<String> chunks(String event, List<String> rows, List<String> gone, long version) {
        List<String> bodies = new ArrayList<>();
        int row = 0;
        int key = 0;
        do {
            StringBuilder body = new StringBuilder(1024).append("\"rows\":[");
            int first = row;
            while (row < rows.size()
                    && (row == first || body.length() + rows.get(row).length() < maxLength)) {
                body.append(row == first ? "" : ",").append(rows.get(row++));
            }
            body.append("],\"gone\":[");
            int firstKey = key;
            while (row == rows.size() && key < gone.size() && body.length() < maxLength) {
                body.append(key == firstKey ? "" : ",").append(gone.get(key++));
            }
            bodies.add(body.append(']').toString());
        } while (row < rows.size() || key < gone.size());
        List<String> frames = new ArrayList<>(bodies.size());
        for (int i = 0; i < bodies.size(); i++) {
            boolean last = i == bodies.size() - 1;
            String data = "{\"first\":" + (i == 0) + ",\"last\":" + last + "," + bodies.get(i) + "}";
            // The number comes with the last part: whoever loses the connection before it begins anew.
            frames.add(frame(event, last ? epoch + "-" + version : "", data));
        }
        return frames;
    }

    /**
     * An event.
     *
     * @param id empty for none
     * @param json one line
     */
    static String frame(String event, String id, String json) {
        return (id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + event + "\ndata: " + json + "\n\n";
    }
}
