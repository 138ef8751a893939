package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("BearerToken (OPS-71, SSRV-20)")
final class BearerTokenTest {
    @Test
    void theTokenIsReadWhateverTheCaseOfTheWord() {
        assertThat(BearerToken.of("Bearer abc.def-1")).contains("abc.def-1");
        assertThat(BearerToken.of("bEARER  abc ")).contains("abc");
    }

    @Test
    void anythingElseIsNone() {
        assertThat(BearerToken.of(null)).isEmpty();
        assertThat(BearerToken.of("")).isEmpty();
        assertThat(BearerToken.of("Bearer")).isEmpty();
        assertThat(BearerToken.of("Basic abc")).isEmpty();
        assertThat(BearerToken.of("Bearer abc def")).isEmpty();
    }

    @Test
    void whatIsLongerThanAnyTokenIsNone() {
        assertThat(BearerToken.of("Bearer " + "a".repeat(16 * 1024))).isPresent();
        assertThat(BearerToken.of("Bearer " + "a".repeat(16 * 1024 + 1))).isEmpty();
    }
}
