package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Credentials and AntiForgery (OPS-71, OPS-77)")
final class CredentialsTest {
    private final AntiForgery antiForgery = new AntiForgery(new SecureRandom());

    @Test
    void whatCannotBeATokenIsNone() {
        assertThat(token("a b").given()).isFalse();
        assertThat(token("a\r\nSet-Cookie: x").given()).isFalse();
        assertThat(token("a\u0000").given()).isFalse();
        assertThat(token("x".repeat(8193)).given()).isFalse();
        assertThat(token("x".repeat(8192)).given()).isTrue();
    }

    @Test
    void aTokenDoesNotShowItself() {
        assertThat(token("very-secret")).asString().doesNotContain("very-secret");
        assertThat(token("very-secret").fingerprint()).doesNotContain("very-secret");
    }

    @Test
    void theWordAgainstForgeryIsTheSameOnEachReplicaAndAnotherForEachToken() {
        String word = antiForgery.word(token("a"));

        assertThat(new AntiForgery(new SecureRandom()).word(token("a"))).isEqualTo(word);
        assertThat(antiForgery.word(token("b"))).isNotEqualTo(word);
        assertThat(word).isNotEqualTo(token("a").fingerprint());
        assertThat(antiForgery.holds(token("a"), word)).isTrue();
    }

    @Test
    void noOrAnotherWordDoesNotHold() {
        assertThat(antiForgery.holds(token("a"), "")).isFalse();
        assertThat(antiForgery.holds(token("a"), antiForgery.word(token("b")))).isFalse();
        assertThat(antiForgery.holds(token(""), antiForgery.word(token("a")))).isFalse();
    }

    @Test
    void withoutTokensTheWordCannotBeGuessed() {
        assertThat(new AntiForgery(new SecureRandom()).word(token(""))).isNotEqualTo(antiForgery.word(token("")));
    }

    private static Credentials token(String token) {
        return new Credentials(token, "", "10.0.0.1");
    }
}
