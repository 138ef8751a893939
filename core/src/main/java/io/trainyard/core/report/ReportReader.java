package io.trainyard.core.report;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the body of a report. Pure. */
public final class ReportReader {
    static final int MAX_METRICS = 256;
    static final int MAX_TEXT = 64;

    /** More than any group of processes has; a larger number is a mistake. */
    static final int MAX_WORLD = 1 << 20;

    /** A month. */
    private static final int MAX_STEP_SECONDS = 2_678_400;

    /** The part of the body that stock servers do not look at. */
    private static final String OURS = "trainyard";

    private static final String STATUS = "trainerStatus";

    /** Who has this field fetches something, and is no process of the training. */
    private static final String INITIALIZER = "initializer";

    private ReportReader() {}

    /**
     * Reads a report. Only the first JSON value of the body counts; bytes that are no UTF-8 become U+FFFD.
     *
     * @throws InvalidReportException when it cannot be read, or has a value that no TrainJob may have
     */
    public static Report read(byte[] body) {
        @Nullable Object parsed = parse(new String(body, StandardCharsets.UTF_8));
        ReportFields fields = ReportFields.of("", parsed == null ? Map.of() : parsed);
        // All types first, as the stock server reads the whole body before anybody looks at values.
        Optional<TrainerStatus> status = fields.object(STATUS).map(ReportReader::status);
        Optional<ReportFields> ours = fields.object(OURS);
        Optional<FetchReport> fetch =
                ours.flatMap(found -> found.text(INITIALIZER).map(content -> fetch(found, content)));
        Optional<RankReport> rank = fetch.isPresent() ? Optional.empty() : ours.map(ReportReader::rank);
        status.ifPresent(ReportReader::check);
        return new Report(status, rank, fetch);
    }

    private static @Nullable Object parse(String text) {
        try {
            return Json.parseFirst(text);
        } catch (MalformedTextException malformed) {
            throw InvalidReportException.payload(String.valueOf(malformed.getMessage()));
        }
    }

    private static TrainerStatus status(ReportFields fields) {
        List<TrainerMetric> metrics = new ArrayList<>();
        List<?> items = fields.list("metrics");
        for (int i = 0; i < items.size(); i++) {
            metrics.add(metric(fields.field("metrics[" + i + "]"), items.get(i)));
        }
        return new TrainerStatus(
                fields.int32("progressPercentage").orElse(null),
                fields.int32("estimatedRemainingSeconds").orElse(null),
                metrics,
                fields.text("lastUpdatedTime")
                        .map(text -> ReportTime.read(text)
                                .orElseThrow(() -> InvalidReportException.payload(fields.field("lastUpdatedTime")
                                        + " must be a time such as 2026-03-01T10:30:45Z")))
                        .orElse(null));
    }

    /** Null in the list is an empty metric, and refused for that. */
    private static TrainerMetric metric(String path, @Nullable Object item) {
        ReportFields fields = ReportFields.of(path, item == null ? Map.of() : item);
        return new TrainerMetric(
                fields.text("name").orElse(""), fields.text("value").orElse(""));
    }

    private static void check(TrainerStatus status) {
        String path = "status." + STATUS;
        @Nullable Integer progress = status.progressPercentage();
        if (progress != null && (progress < 0 || progress > 100)) {
            throw InvalidReportException.value(
                    path + ".progressPercentage", "must be between 0 and 100, not " + progress);
        }
        @Nullable Integer remaining = status.estimatedRemainingSeconds();
        if (remaining != null && remaining < 0) {
            throw InvalidReportException.value(
                    path + ".estimatedRemainingSeconds", "must be 0 or more, not " + remaining);
        }
        if (status.metrics().size() > MAX_METRICS) {
            throw InvalidReportException.value(
                    path + ".metrics",
                    "must have at most " + MAX_METRICS + " items, not "
                            + status.metrics().size());
        }
        for (int i = 0; i < status.metrics().size(); i++) {
            TrainerMetric metric = status.metrics().get(i);
            checkText(path + ".metrics[" + i + "].name", metric.name());
            checkText(path + ".metrics[" + i + "].value", metric.value());
        }
        if (status.lastUpdatedTime() == null) {
            throw InvalidReportException.value(path + ".lastUpdatedTime", "is required");
        }
    }

    private static void checkText(String field, String text) {
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > MAX_TEXT) {
            throw InvalidReportException.value(field, "must have 1 to " + MAX_TEXT + " characters, not " + length);
        }
    }

    private static RankReport rank(ReportFields fields) {
        int rank = fields.int32("rank")
                .orElseThrow(() -> InvalidReportException.payload(fields.field("rank") + " is required"));
        Optional<Integer> worldSize = fields.int32("worldSize").map(size -> between(fields, "worldSize", 1, size));
        if (worldSize.filter(size -> rank >= size).isPresent()) {
            throw InvalidReportException.payload(
                    fields.field("rank") + " must be less than worldSize " + worldSize.get() + ", not " + rank);
        }
        return new RankReport(
                between(fields, "rank", 0, rank),
                fields.int32("node").map(node -> between(fields, "node", 0, node)),
                worldSize,
                fields.int32("localWorldSize").map(size -> between(fields, "localWorldSize", 1, size)),
                fields.whole("step").map(step -> notNegative(fields, "step", step)),
                fields.number("stepSeconds").map(seconds -> duration(fields, seconds)));
    }

    private static FetchReport fetch(ReportFields fields, String content) {
        return new FetchReport(
                FetchReport.Content.of(content)
                        .orElseThrow(() -> InvalidReportException.payload(
                                fields.field(INITIALIZER) + " must be dataset or model, not " + shortened(content))),
                fields.whole("fetchedBytes")
                        .map(bytes -> notNegative(fields, "fetchedBytes", bytes))
                        .orElseThrow(
                                () -> InvalidReportException.payload(fields.field("fetchedBytes") + " is required")),
                fields.whole("totalBytes").map(bytes -> notNegative(fields, "totalBytes", bytes)));
    }

    private static String shortened(String text) {
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
    }

    private static int between(ReportFields fields, String name, int least, int value) {
        if (value < least || value > MAX_WORLD) {
            throw InvalidReportException.payload(
                    fields.field(name) + " must be between " + least + " and " + MAX_WORLD + ", not " + value);
        }
        return value;
    }

    private static long notNegative(ReportFields fields, String name, long value) {
        if (value < 0) {
            throw InvalidReportException.payload(fields.field(name) + " must be 0 or more, not " + value);
        }
        return value;
    }

    private static Duration duration(ReportFields fields, double seconds) {
        if (!(seconds >= 0 && seconds <= MAX_STEP_SECONDS)) {
            throw InvalidReportException.payload(
                    fields.field("stepSeconds") + " must be between 0 and " + MAX_STEP_SECONDS + ", not " + seconds);
        }
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
