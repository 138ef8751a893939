package io.trainyard.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.Rows;
import io.trainyard.dashboard.log.LogSource.Part;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("JobQuery and LogQuery (OPS-75)")
final class JobQueryTest {
    private static final JobRow BERT =
            Rows.labelled(Rows.row("team-a", "bert", JobState.RUNNING), Map.of("team", "vision"));
    private static final JobRow LLAMA = Rows.row("team-b", "llama", JobState.FAILED, Duration.ofHours(3));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "namespace=team-a; bert",
                "namespace=team-a,team-b; bert llama",
                "state=failed; llama",
                "state=Failed,Running; bert llama",
                "q=LLA; llama",
                "q=torch bert; bert",
                "q=bert llama; ''",
                "labels=team=vision; bert",
                "labels=team!=vision; llama",
                "labels=!team; llama",
                "labels=team; bert",
                "labels=team==vision,!done; bert",
                "since=2026-01-02T01:00:00Z; bert",
                "runtime=torch-distributed; bert llama",
                "owner=nobody; ''",
                "namespace=; bert llama",
            })
    void parametersChooseJobs(String parameters, String names) {
        List<JobRow> found = query(parameters).page(List.of(BERT, LLAMA)).rows();

        assertThat(String.join(" ", found.stream().map(row -> row.key().name()).toList()))
                .isEqualTo(names);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "state=Sleeping; state: there is no Sleeping",
                "limit=0; limit: a number from 1 to 1000",
                "limit=-1; limit",
                "limit=1e3; limit",
                "since=yesterday; since: a time such as",
                "continue=%%%; continue",
                "labels=a b=c; labels",
                "nmespace=a; no such parameter: nmespace",
            })
    void whatIsWrongIsNamed(String parameters, String message) {
        assertThatThrownBy(() -> query(parameters))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(message);
    }

    @Test
    void pagesTogetherHoldEachJobOnceAlsoWhenJobsComeAndGoBetweenThem() {
        List<JobRow> rows = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            rows.add(Rows.row("a", String.format("job-%02d", i), JobState.RUNNING, Duration.ofMinutes(i / 2)));
        }
        JobQuery.Page first = query("limit=10").page(rows);
        rows.remove(3);
        rows.add(0, Rows.row("a", "newer", JobState.RUNNING, Duration.ZERO));

        JobQuery.Page second =
                query("limit=10&continue=" + first.next().orElseThrow()).page(rows);
        JobQuery.Page third =
                query("limit=10&continue=" + second.next().orElseThrow()).page(rows);

        List<String> names = new ArrayList<>();
        List.of(first, second, third)
                .forEach(page -> page.rows().forEach(row -> names.add(row.key().name())));
        assertThat(names).hasSize(25).doesNotHaveDuplicates();
        assertThat(third.next()).isEmpty();
        assertThat(first.total()).isEqualTo(25);
    }

    @Test
    void logsAreFollowedFromTheirLastThousandLines() {
        LogQuery query = LogQuery.of(new JobKey("a", "b"), Map.of("follow", "true", "ranks", "0,3", "attempt", "1"));

        assertThat(query.part()).isEqualTo(new Part(true, Optional.of(1000), Optional.empty(), false));
        assertThat(query.selection().ranks()).containsExactly(0, 3);
        assertThat(query.selection().attempt()).hasValue(1);
    }

    @Test
    void aFileHoldsAllLinesAndIsNotFollowed() {
        assertThat(LogQuery.of(new JobKey("a", "b"), Map.of("download", "true", "follow", "true"))
                        .part())
                .isEqualTo(new Part(false, Optional.empty(), Optional.empty(), false));
    }

    @ParameterizedTest
    @CsvSource({
        "ranks, '0,x'",
        "ranks, '-1'",
        "tail, 100001",
        "tail, 99999999999",
        "follow, yes",
        "step, '../etc'",
        "container, 'a b'",
        "since, now",
        "tial, 1"
    })
    void wrongParametersOfLogsAreNamed(String name, String value) {
        assertThatThrownBy(() -> LogQuery.of(new JobKey("a", "b"), Map.of(name, value)))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(name);
    }

    private static JobQuery query(String text) {
        Map<String, String> parameters = new HashMap<>();
        for (String part : text.split("&")) {
            parameters.put(part.substring(0, part.indexOf('=')), part.substring(part.indexOf('=') + 1));
        }
        return JobQuery.of(parameters);
    }
}
