package io.trainyard.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Exchanges on one connection")
final class ExchangesTest {
    private final Exchanges exchanges = new Exchanges();

    @Test
    void theFirstOneBeginsWithTheHandshake() {
        assertThat(exchanges.request(100)).isEmpty();
        exchanges.answer(150);
        assertThat(exchanges.request(200)).isEmpty();
        exchanges.answer(300);

        assertThat(exchanges.request(1_000)).hasValue(200);
    }

    @Test
    void laterOnesBeginWithTheirFirstByteAndEndWithTheirLast() {
        theFirstOneBeginsWithTheHandshake();
        assertThat(exchanges.request(1_010)).as("more of the same request").isEmpty();
        exchanges.answer(1_040);
        exchanges.answer(1_050);

        assertThat(exchanges.request(9_000)).hasValue(50);
        assertThat(exchanges.end()).as("under way").isEmpty();
    }

    @Test
    void theLastOneCountsWhenTheConnectionEnds() {
        exchanges.request(100);
        assertThat(exchanges.end()).isEmpty();
        exchanges.answer(150);
        assertThat(exchanges.end()).as("only greeted").isEmpty();
        exchanges.request(200);
        exchanges.answer(300);

        assertThat(exchanges.end()).hasValue(200);
    }
}
