package io.trainyard.local.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IndexSetTest {
    @ParameterizedTest
    @DisplayName("JOB-27")
    @CsvSource(
            delimiter = ';',
            value = {
                "0,2-4,7; 0,2-4,7",
                "1,2; 1,2",
                "0-1; 0,1",
                "3,4,5; 3-5",
                "0-99; 0-9",
                "12; ''",
                "x,1,2-y; 1",
                "''; ''"
            })
    void isWrittenAsInAStatus(String text, String written) {
        assertThat(IndexSet.parse(text, 10)).hasToString(written);
    }

    @Property(seed = "20260101")
    void whatIsWrittenIsReadAgain(@ForAll @Size(max = 50) Set<@IntRange(max = 200) Integer> indexes) {
        IndexSet set = IndexSet.EMPTY.with(indexes);

        IndexSet again = IndexSet.parse(set.toString(), 201);

        assertThat(again).isEqualTo(set);
        assertThat(again.size()).isEqualTo(indexes.size());
        assertThat(indexes).allMatch(again::contains);
    }

    @Property(seed = "20260101")
    void overlapIsWhatBothHave(
            @ForAll @Size(max = 30) Set<@IntRange(max = 40) Integer> one,
            @ForAll @Size(max = 30) Set<@IntRange(max = 40) Integer> other) {
        assertThat(IndexSet.EMPTY.with(one).overlap(IndexSet.EMPTY.with(other)))
                .isEqualTo(one.stream()
                        .filter(other::contains)
                        .collect(Collectors.toSet())
                        .size());
    }

    @Test
    void theFirstFreeIndexIsFound() {
        assertThat(IndexSet.parse("0-2,4", 10).firstFree(0)).isEqualTo(3);
        assertThat(IndexSet.parse("0-2,4", 10).firstFree(4)).isEqualTo(5);
    }
}
