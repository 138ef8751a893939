package io.trainyard.core.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.json.Json;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("ReportReader (SSRV-06, SSRV-07, SSRV-10 to SSRV-12)")
final class ReportReaderTest {
    private static final String TIME = "\"lastUpdatedTime\":\"2026-03-01T10:30:45Z\"";

    @Test
    @DisplayName(
            "the report that the common callback sends is written back with its time in whole seconds of UTC (SSRV-15)")
    void theExample() {
        Report report = read(
                """
                {"trainerStatus":{"progressPercentage":45,"estimatedRemainingSeconds":1800,
                 "metrics":[{"name":"loss","value":"0.2347"}],"lastUpdatedTime":"2026-03-01T10:30:45.5+00:00"}}
                """);

        assertThat(answer(report))
                .isEqualTo("{\"trainerStatus\":{\"progressPercentage\":45,\"estimatedRemainingSeconds\":1800,"
                        + "\"metrics\":[{\"name\":\"loss\",\"value\":\"0.2347\"}],"
                        + "\"lastUpdatedTime\":\"2026-03-01T10:30:45Z\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "{\"trainerStatus\":null}", "{\"other\":1}"})
    void aReportThatSaysNothingIsInOrder(String body) {
        assertThat(read(body)).isEqualTo(new Report(Optional.empty(), Optional.empty()));
        assertThat(answer(read(body))).isEqualTo("{}");
    }

    @Nested
    @DisplayName("reads JSON as the stock server does (SSRV-11)")
    final class LikeTheStockServer {
        @Test
        void namesMatchWithoutRegardToCaseUnlessOneMatchesExactly() {
            assertThat(status("\"PROGRESSpercentage\":5").progressPercentage()).isEqualTo(5);
            assertThat(status("\"PROGRESSpercentage\":5,\"progressPercentage\":6")
                            .progressPercentage())
                    .isEqualTo(6);
        }

        @Test
        void nullCountsAsAbsentAndUnknownFieldsAreNotLookedAt() {
            TrainerStatus status = status("\"progressPercentage\":null,\"metrics\":null,\"more\":[1]");

            assertThat(status).isEqualTo(new TrainerStatus(null, null, List.of(), "2026-03-01T10:30:45Z"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"45.5", "45.0", "\"45\"", "4.5e1", "2147483648", "99999999999999999999", "true", "[]"})
        void anIntegerIsNothingButAnInteger(String value) {
            assertThatThrownBy(() -> status("\"progressPercentage\":" + value))
                    .isInstanceOf(InvalidReportException.class)
                    .hasMessageStartingWith("Invalid payload: trainerStatus.progressPercentage must be a whole number");
        }

        @Test
        void theValueOfAMetricIsAlwaysAString() {
            assertThatThrownBy(
                            () -> status("\"metrics\":[{\"name\":\"a\",\"value\":\"1\"},{\"name\":\"b\",\"value\":2}]"))
                    .hasMessage("Invalid payload: trainerStatus.metrics[1].value must be a string, not 2");
        }

        @Test
        void onlyTheFirstValueOfTheBodyCounts() {
            assertThat(read("{} {\"trainerStatus\": 7} nonsense").trainerStatus())
                    .isEmpty();
        }

        @Test
        void whatIsNoUtf8BecomesTheReplacementCharacter() {
            byte[] body = ("{\"trainerStatus\":{\"metrics\":[{\"name\":\"?\",\"value\":\"1\"}]," + TIME + "}}")
                    .getBytes(StandardCharsets.ISO_8859_1);
            body[new String(body, StandardCharsets.ISO_8859_1).indexOf('?')] = (byte) 0xff;

            assertThat(ReportReader.read(body).trainerStatus().orElseThrow().metrics())
                    .containsExactly(new TrainerMetric("\ufffd", "1"));
        }

        @Test
        void orderAndDuplicatesOfMetricsStay() {
            assertThat(status("\"metrics\":[{\"name\":\"b\",\"value\":\"1\"},{\"name\":\"a\",\"value\":\"nan\"},"
                                    + "{\"name\":\"b\",\"value\":\"2\"}]")
                            .metrics())
                    .containsExactly(
                            new TrainerMetric("b", "1"), new TrainerMetric("a", "nan"), new TrainerMetric("b", "2"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "{", "[1]", "7", "\"text\"", "{\"trainerStatus\":[]}"})
        void everythingElseIsAnInvalidPayload(String body) {
            assertThatThrownBy(() -> read(body))
                    .isInstanceOf(InvalidReportException.class)
                    .hasMessageStartingWith("Invalid payload: ");
        }

        @Test
        void aDeeplyNestedBodyIsRefusedAndDoesNotBreakTheReader() {
            assertThatThrownBy(() -> read("[".repeat(60_000))).isInstanceOf(InvalidReportException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T10:30:45Z, 2026-03-01T10:30:45Z",
        "2026-03-01T10:30:45.123456+00:00, 2026-03-01T10:30:45Z",
        "2026-03-01T10:30:45.999999999999Z, 2026-03-01T10:30:45Z",
        "2026-03-01T12:30:45+02:00, 2026-03-01T10:30:45Z"
    })
    @DisplayName("times are kept in UTC, and fractions are cut (SSRV-12)")
    void times(String given, String kept) {
        assertThat(read("{\"trainerStatus\":{\"lastUpdatedTime\":\"" + given + "\"}}")
                        .trainerStatus()
                        .orElseThrow()
                        .lastUpdatedTime())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-03-01",
                "2026-03-01 10:30:45Z",
                "2026-03-01T10:30Z",
                "2026-02-30T10:30:45Z",
                "2026-03-01T10:30:45"
            })
    void whatIsNoTimeIsRefusedByName(String given) {
        assertThatThrownBy(() -> read("{\"trainerStatus\":{\"lastUpdatedTime\":\"" + given + "\"}}"))
                .hasMessage(
                        "Invalid payload: trainerStatus.lastUpdatedTime must be a time such as 2026-03-01T10:30:45Z");
    }

    @Nested
    @DisplayName("names the field whose value no TrainJob may have (SSRV-10)")
    final class Ranges {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "\"progressPercentage\":101 | status.trainerStatus.progressPercentage: must be between 0 and 100, not 101",
                    "\"progressPercentage\":-1 | status.trainerStatus.progressPercentage: must be between 0 and 100, not -1",
                    "\"estimatedRemainingSeconds\":-1 | status.trainerStatus.estimatedRemainingSeconds: must be 0 or more, not -1",
                    "\"metrics\":[{\"name\":\"\",\"value\":\"1\"}] | status.trainerStatus.metrics[0].name: must have 1 to 64 characters, not 0",
                    "\"metrics\":[null] | status.trainerStatus.metrics[0].name: must have 1 to 64 characters, not 0",
                    "\"metrics\":[{\"name\":\"a\"}] | status.trainerStatus.metrics[0].value: must have 1 to 64 characters, not 0"
                })
        void outOfRange(String fields, String message) {
            assertThatThrownBy(() -> status(fields)).hasMessage(message);
        }

        @Test
        void charactersCountNotBytes() {
            String name = "\ud83d\ude80".repeat(64);

            assertThat(status("\"metrics\":[{\"name\":\"" + name + "\",\"value\":\"1\"}]")
                            .metrics())
                    .hasSize(1);
            assertThatThrownBy(() -> status("\"metrics\":[{\"name\":\"" + name + "x\",\"value\":\"1\"}]"))
                    .hasMessage("status.trainerStatus.metrics[0].name: must have 1 to 64 characters, not 65");
        }

        @Test
        void thereMayBe256MetricsAndNoMore() {
            assertThat(status("\"metrics\":[" + metrics(256) + "]").metrics()).hasSize(256);
            assertThatThrownBy(() -> status("\"metrics\":[" + metrics(257) + "]"))
                    .hasMessage("status.trainerStatus.metrics: must have at most 256 items, not 257");
        }

        @Test
        void theTimeIsRequired() {
            assertThatThrownBy(() -> read("{\"trainerStatus\":{\"progressPercentage\":1}}"))
                    .hasMessage("status.trainerStatus.lastUpdatedTime: is required");
        }

        private static String metrics(int count) {
            return IntStream.range(0, count)
                    .mapToObj(i -> "{\"name\":\"m" + i + "\",\"value\":\"1\"}")
                    .collect(Collectors.joining(","));
        }
    }

    @Nested
    @DisplayName("hears every process (SSRV-70)")
    final class Ranks {
        @Test
        void aProcessSaysWhoItIsAndHowItGoes() {
            assertThat(read("{\"trainyard\":{\"rank\":3,\"node\":1,\"worldSize\":4,\"localWorldSize\":2,\"step\":120,"
                                    + "\"stepSeconds\":0.5}}")
                            .rank())
                    .contains(new RankReport(
                            3,
                            Optional.of(1),
                            Optional.of(4),
                            Optional.of(2),
                            Optional.of(120L),
                            Optional.of(Duration.ofMillis(500))));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{} | trainyard.rank is required",
                    "{\"rank\":-1} | trainyard.rank must be between 0 and 1048576, not -1",
                    "{\"rank\":2,\"worldSize\":2} | trainyard.rank must be less than worldSize 2, not 2",
                    "{\"rank\":0,\"worldSize\":0} | trainyard.worldSize must be between 1 and 1048576, not 0",
                    "{\"rank\":0,\"step\":-1} | trainyard.step must be 0 or more, not -1",
                    "{\"rank\":0,\"stepSeconds\":\"x\"} | trainyard.stepSeconds must be a number, not a string",
                    "{\"rank\":0,\"stepSeconds\":1e300} | trainyard.stepSeconds must be between 0 and 2678400, not 1.0E300",
                    "7 | trainyard must be a JSON object, not 7"
                })
        void whatCannotBeIsRefusedByName(String ours, String message) {
            assertThatThrownBy(() -> read("{\"trainyard\":" + ours + "}")).hasMessage("Invalid payload: " + message);
        }
    }

    @Nested
    @DisplayName("initializers say how far they are (SSRV-76)")
    final class Fetching {
        @Test
        void whatIsFetchedAndHowMuchOfIt() {
            Report report = read("{\"trainyard\":{\"initializer\":\"model\",\"fetchedBytes\":50,\"totalBytes\":120}}");

            assertThat(report.rank()).isEmpty();
            assertThat(report.fetch()).contains(new FetchReport(FetchReport.Content.MODEL, 50, Optional.of(120L)));
            assertThat(report.fetch().orElseThrow().percentage()).contains(41);
        }

        @Test
        void moreThanWasExpectedIsAll() {
            assertThat(new FetchReport(FetchReport.Content.DATASET, 130, Optional.of(120L)).percentage())
                    .contains(100);
            assertThat(new FetchReport(FetchReport.Content.DATASET, 130, Optional.of(0L)).percentage())
                    .isEmpty();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{\"initializer\":\"data\",\"fetchedBytes\":1} | trainyard.initializer must be dataset or model, not data",
                    "{\"initializer\":7} | trainyard.initializer must be a string, not 7",
                    "{\"initializer\":\"model\"} | trainyard.fetchedBytes is required",
                    "{\"initializer\":\"model\",\"fetchedBytes\":-1} | trainyard.fetchedBytes must be 0 or more, not -1",
                    "{\"initializer\":\"model\",\"fetchedBytes\":1,\"totalBytes\":1.5} | trainyard.totalBytes must be a whole number, not 1.5"
                })
        void whatCannotBeIsRefusedByName(String ours, String message) {
            assertThatThrownBy(() -> read("{\"trainyard\":" + ours + "}")).hasMessage("Invalid payload: " + message);
        }
    }

    private static TrainerStatus status(String fields) {
        return read("{\"trainerStatus\":{" + fields + "," + TIME + "}}")
                .trainerStatus()
                .orElseThrow();
    }

    private static Report read(String body) {
        return ReportReader.read(body.getBytes(StandardCharsets.UTF_8));
    }

    private static String answer(Report report) {
        return Json.text(ReportTrees.answer(report));
    }
}
