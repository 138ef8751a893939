package io.trainyard.dashboard.report;

import io.trainyard.dashboard.view.JobMetrics.Point;
import io.trainyard.dashboard.view.JobMetrics.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Series of one name as a chart. Pure. */
final class ChartSvg {
    private static final int WIDTH = 460;
    private static final int HEIGHT = 180;
    private static final int LEFT = 56;
    private static final int TOP = 10;
    private static final int BOTTOM = 22;
    private static final int LINES = 4;

    /** More than a screen has columns would only make the file long. */
    private static final int MAX_POINTS = 600;

    private final List<Series> series;
    private final boolean bySteps;
    private final double first;
    private final double last;
    private final double least;
    private final double most;

    private ChartSvg(List<Series> series) {
        this.series = series;
        List<Point> points =
                series.stream().flatMap(each -> each.points().stream()).toList();
        this.bySteps = points.stream().allMatch(point -> point.step() >= 0);
        this.first = points.stream().mapToDouble(this::place).min().orElse(0);
        this.last = Math.max(points.stream().mapToDouble(this::place).max().orElse(1), first + (bySteps ? 1 : 1000));
        double low = points.stream().mapToDouble(Point::value).min().orElse(0);
        double high = points.stream().mapToDouble(Point::value).max().orElse(1);
        double room = high > low ? (high - low) * 0.05 : Math.max(1e-9, Math.abs(high) * 0.1);
        this.least = low - room;
        this.most = high + room;
    }

    /** Writes a chart; nothing when no point is a number. */
    static void write(Html html, String name, List<Series> all) {
        List<Series> series = all.stream()
                .map(each -> new Series(
                        each.name(),
                        each.rank(),
                        each.points().stream()
                                .filter(point -> Double.isFinite(point.value()))
                                .toList()))
                .filter(each -> !each.points().isEmpty())
                .toList();
        if (!series.isEmpty()) {
            new ChartSvg(series).write(html, name);
        }
    }

    private void write(Html html, String name) {
        List<Point> longest = series.get(0).points();
        String end = Texts.number(longest.get(longest.size() - 1).value());
        html.open("figure")
                .open("figcaption")
                .text(name + " ")
                .element("span", end, "class", "soft")
                .close();
        html.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + HEIGHT,
                "role",
                "img",
                "aria-label",
                name + ", last value " + end + ", " + series.size() + " series");
        for (int i = 0; i <= LINES; i++) {
            double value = least + (most - least) * i / LINES;
            html.empty("line", "x1", LEFT, "x2", WIDTH, "y1", y(value), "y2", y(value), "class", "grid");
            html.element(
                    "text",
                    Texts.number(value),
                    "x",
                    LEFT - 6,
                    "y",
                    Texts.place(height(value) + 4),
                    "class",
                    "tick",
                    "text-anchor",
                    "end");
        }
        html.element(
                "text", bySteps ? "step " + Texts.number(first) : "0", "x", LEFT, "y", HEIGHT - 6, "class", "tick");
        html.element(
                "text",
                bySteps ? Texts.number(last) : "+" + Texts.duration(Duration.ofMillis((long) (last - first))),
                "x",
                WIDTH,
                "y",
                HEIGHT - 6,
                "class",
                "tick",
                "text-anchor",
                "end");
        series.forEach(each -> curve(html, each));
        html.close().close().line();
    }

    private void curve(Html html, Series each) {
        List<Point> points = thinned(each.points());
        StringBuilder places = new StringBuilder();
        for (Point point : points) {
            places.append(x(point)).append(',').append(y(point.value())).append(' ');
        }
        String title = each.rank() < 0 ? each.name() : "rank " + each.rank();
        if (points.size() == 1) {
            html.open(
                    "circle",
                    "cx",
                    x(points.get(0)),
                    "cy",
                    y(points.get(0).value()),
                    "r",
                    3,
                    "fill",
                    colour(each.rank()));
        } else {
            html.open("polyline", "points", places.toString().strip(), "fill", "none", "stroke", colour(each.rank()));
        }
        html.element("title", title).close();
    }

    /** Every so many, and always the last. */
    private static List<Point> thinned(List<Point> points) {
        int stride = (points.size() + MAX_POINTS - 1) / MAX_POINTS;
        if (stride <= 1) {
            return points;
        }
        List<Point> kept = new ArrayList<>();
        for (int i = 0; i < points.size() - 1; i += stride) {
            kept.add(points.get(i));
        }
        kept.add(points.get(points.size() - 1));
        return kept;
    }

    private double place(Point point) {
        return bySteps ? point.step() : point.at();
    }

    private String x(Point point) {
        return Texts.place(LEFT + (WIDTH - LEFT) * (place(point) - first) / (last - first));
    }

    private String y(double value) {
        return Texts.place(height(value));
    }

    private double height(double value) {
        return TOP + (HEIGHT - BOTTOM - TOP) * (most - value) / (most - least);
    }

    private static String colour(int rank) {
        return rank < 0 ? "#3b78c9" : String.format(Locale.ROOT, "hsl(%.0f 55%% 50%%)", (212 + rank * 137.5) % 360);
    }
}
