package io.trainyard.dashboard.feed;

import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.PageJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row with its JSON, which is written once however many look at it.
 *
 * @param json as {@link PageJson} writes a row, with long texts cut
 */
record EncodedRow(JobRow row, String json) {
    /** More than any row needs that was not made to be large. */
    static final int MAX_LENGTH = 16 * 1024;

    private static final int MAX_TEXT = 500;

    static EncodedRow of(JobRow row) {
        Map<String, Object> tree = new LinkedHashMap<>(PageJson.of(row));
        tree.replaceAll((name, value) -> value instanceof String text ? cut(text) : value);
        String json = PageJson.text(tree);
        if (json.length() > MAX_LENGTH) {
            tree.put("labels", Map.of());
            tree.remove("progress");
            json = PageJson.text(tree);
        }
        return new EncodedRow(row, json);
    }

    private static String cut(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = MAX_TEXT - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
