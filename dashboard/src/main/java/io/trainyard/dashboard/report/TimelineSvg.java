package io.trainyard.dashboard.report;

import io.trainyard.dashboard.view.JobMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the time of a job went, as a picture. Pure. */
final class TimelineSvg {
    private static final int WIDTH = 1000;
    private static final int TITLES = 170;
    private static final int ROW = 24;
    private static final int TICKS = 4;

    private TimelineSvg() {}

    /** The mark of the first sign of training in words. */
    static String words(JobMetrics.First first) {
        return first.step() ? "first training step reported" : "first report of the program, which reports no steps";
    }

    /**
     * Writes it.
     *
     * @param first marked by a line across all lanes
     */
    static void write(Html html, List<Lane> lanes, Optional<JobMetrics.First> first) {
        List<Lane.Part> parts =
                lanes.stream().flatMap(lane -> lane.parts().stream()).toList();
        Instant start =
                parts.stream().map(Lane.Part::from).min(Instant::compareTo).orElse(Instant.EPOCH);
        Instant last = parts.stream().map(Lane.Part::to).max(Instant::compareTo).orElse(start);
        long length = Math.max(1000, Duration.between(start, last).toMillis());
        int height = ROW * lanes.size() + 20;
        html.open("svg", "viewBox", "0 0 " + WIDTH + " " + height, "role", "img", "aria-label", words(lanes));
        for (int i = 0; i < lanes.size(); i++) {
            lane(html, lanes.get(i), ROW * i, start, length);
        }
        first.filter(sign -> !sign.at().isBefore(start))
                .ifPresent(sign -> mark(html, sign, start, length, ROW * lanes.size()));
        for (int i = 0; i <= TICKS; i++) {
            html.element(
                    "text",
                    i == 0 ? "0" : "+" + Texts.duration(Duration.ofMillis(length * i / TICKS)),
                    "x",
                    Texts.place(TITLES + (WIDTH - TITLES) * (double) i / TICKS),
                    "y",
                    height - 6,
                    "class",
                    "tick",
                    "text-anchor",
                    i == 0 ? "start" : i == TICKS ? "end" : "middle");
        }
        html.close().line();
        legend(html, parts, first);
    }

    private static void mark(Html html, JobMetrics.First first, Instant start, long length, int height) {
        double at = Math.min(1, Duration.between(start, first.at()).toMillis() / (double) length);
        String place = Texts.place(TITLES + (WIDTH - TITLES) * at);
        html.open("line", "x1", place, "x2", place, "y1", 0, "y2", height, "class", "mark")
                .element("title", words(first) + ", " + Texts.time(first.at()))
                .close();
    }

    private static void lane(Html html, Lane lane, int y, Instant start, long length) {
        html.element("text", lane.title(), "x", 0, "y", y + 15);
        html.empty("rect", "x", TITLES, "y", y + 3, "width", WIDTH - TITLES, "height", 16, "rx", 3, "class", "track");
        for (Lane.Part part : lane.parts()) {
            double from = Duration.between(start, part.from()).toMillis() / (double) length;
            double to = Duration.between(start, part.to()).toMillis() / (double) length;
            html.open(
                            "rect",
                            "x",
                            Texts.place(TITLES + (WIDTH - TITLES) * from),
                            "y",
                            y + 3,
                            "width",
                            Texts.place(Math.max(2, (WIDTH - TITLES) * (to - from))),
                            "height",
                            16,
                            "class",
                            className(part.kind()))
                    .element("title", part.words() + ", from " + Texts.time(part.from()))
                    .close();
        }
    }

    private static void legend(Html html, List<Lane.Part> parts, Optional<JobMetrics.First> first) {
        Set<Lane.Kind> kinds = parts.stream().map(Lane.Part::kind).collect(Collectors.toCollection(LinkedHashSet::new));
        html.open("p", "class", "legend");
        for (Lane.Kind kind : kinds) {
            html.open("span")
                    .open("svg", "viewBox", "0 0 10 10", "class", "sign")
                    .empty("rect", "width", 10, "height", 10, "class", className(kind))
                    .close()
                    .text(" " + kind.words)
                    .close()
                    .text(" ");
        }
        first.ifPresent(sign -> html.open("span")
                .open("svg", "viewBox", "0 0 10 10", "class", "sign")
                .empty("line", "x1", 5, "x2", 5, "y1", 0, "y2", 10, "class", "mark")
                .close()
                .text(" " + words(sign) + " at " + Texts.time(sign.at()))
                .close());
        html.close().line();
    }

    private static String words(List<Lane> lanes) {
        return lanes.stream()
                .map(lane -> lane.title() + ": "
                        + lane.parts().stream().map(Lane.Part::words).collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }

    private static String className(Lane.Kind kind) {
        return "p-" + kind.name().toLowerCase(Locale.ROOT);
    }
}
