package io.trainyard.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Curves (SSRV-74)")
final class CurvesTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final Curves curves = new Curves();

    @Test
    void aTimeThatIsFarAheadDoesNotKeepOutThoseThatAreRight() {
        report(3600, 90);
        report(5, 20);

        assertThat(curves.points().get("progressPercentage"))
                .containsExactly(new MetricPoint(START.plusSeconds(5), 20));
    }

    @Test
    void numbersBecomeCurvesAndTextsDoNot() {
        report(
                0,
                10,
                new TrainerMetric("loss", "0.5"),
                new TrainerMetric("note", "warm"),
                new TrainerMetric("x", "nan"));
        report(5, 20, new TrainerMetric("loss", "0.25"));

        assertThat(curves.points())
                .isEqualTo(Map.of(
                        "progressPercentage",
                        List.of(new MetricPoint(START, 10), new MetricPoint(START.plusSeconds(5), 20)),
                        "loss",
                        List.of(new MetricPoint(START, 0.5), new MetricPoint(START.plusSeconds(5), 0.25))));
    }

    @Test
    void aReportThatIsHeardTwiceCountsOnce() {
        report(5, 20);
        report(5, 20);
        report(0, 10);

        assertThat(curves.points().get("progressPercentage")).hasSize(1);
    }

    @Test
    void ofAHundredThousandPointsTheWholeCurveStaysAndItsLastPoint() {
        Curve curve = new Curve(Curves.MAX_POINTS);
        for (int i = 0; i < 100_000; i++) {
            curve.add(i, i);
        }

        List<Curve.Point> points = curve.points();
        assertThat(points).hasSizeBetween(Curves.MAX_POINTS / 2, Curves.MAX_POINTS + 1);
        assertThat(points.get(0).value()).isZero();
        assertThat(points.get(points.size() - 1).value()).isEqualTo(99_999);
        assertThat(points.get(points.size() / 2).value()).isBetween(30_000.0, 70_000.0);
    }

    @Test
    void namesThatNeverEndDoNotFillTheMemory() {
        report(
                0,
                10,
                IntStream.range(0, 200)
                        .mapToObj(i -> new TrainerMetric("m" + i, "1"))
                        .toArray(TrainerMetric[]::new));

        assertThat(curves.points()).hasSize(Curves.MAX_CURVES).containsKey("progressPercentage");
    }

    private void report(int second, int progress, TrainerMetric... metrics) {
        curves.add(
                new TrainerStatus(
                        progress,
                        null,
                        List.of(metrics),
                        START.plusSeconds(second).toString()),
                START.plusSeconds(60));
    }
}
