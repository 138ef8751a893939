package io.trainyard.foundation.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("LinearPattern: expressions of strangers (LOCAL-121)")
final class LinearPatternTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"^(a+)+$", "^(a|aa)+$", "(a*)*b", "^([a-zA-Z]+)*$", "(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x$"})
    @DisplayName("an expression that makes others try all ways takes time in proportion to the text")
    void linear(String expression) {
        LinearPattern pattern = LinearPattern.compile(expression);

        assertTimeout(Duration.ofSeconds(20), () -> assertThat(pattern.isFoundIn("a".repeat(5000) + "!"))
                .isFalse());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a(?=b) ; error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
                "(?<!a)b ; error parsing regexp: invalid named capture: `(?<!a)b`",
                "(a)\\1 ; error parsing regexp: invalid escape sequence: `\\1`",
                "a++ ; error parsing regexp: invalid nested repetition operator: `++`",
                "( ; error parsing regexp: missing closing ): `(`",
                "a{1001} ; error parsing regexp: invalid repeat count: `{1001}`"
            })
    @DisplayName("what RE2 does not take is refused in the words of Go, with the part in question")
    void refused(String expression, String message) {
        assertThatThrownBy(() -> LinearPattern.compile(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{1000}){1000}){1000}",
                "(a{100}){101}",
                "(((a{1,30}){30,}){0,30}){30}",
                "[]a]{1000}[[:alpha:]b]{1000}(\\(b{1000}){9}"
            })
    @DisplayName("repetitions that would fill the memory when written out are refused")
    void tooLarge(String expression) {
        assertThatThrownBy(() -> LinearPattern.compile(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("error parsing regexp: expression too large");
    }

    @Test
    @DisplayName("parentheses without end exhaust no stack")
    void deep() {
        assertThatThrownBy(() -> LinearPattern.compile("(".repeat(5000) + ")".repeat(4000)))
                .hasMessage("error parsing regexp: expression nests too deeply");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a{", "a{x}", "{", "a{,3}", "x{2}{3}", "\\Q((\\E", "[^]({1000}]", "[a", "\\"})
    @DisplayName("odd ones make nobody fail in another way")
    void odd(String expression) {
        try {
            LinearPattern.compile(expression).isFoundIn("a");
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageStartingWith("error parsing regexp: ");
        }
    }

    @Test
    @DisplayName("the end is the end of the text, as in Kubernetes, and not also the place before a last line break")
    void end() {
        assertThat(LinearPattern.compile("^a$").isFoundIn("a\n")).isFalse();
        assertThat(LinearPattern.compile("^a$").isFoundIn("a")).isTrue();
    }

    @Test
    @DisplayName("one of our own is read when it is first used")
    void late() {
        LinearPattern wrong = LinearPattern.of("(");

        assertThatThrownBy(() -> wrong.matches("a")).hasMessage("error parsing regexp: missing closing ): `(`");
    }

    @Test
    @DisplayName("a text without a mark is not looked at, one with a mark is")
    void marks() {
        LinearPattern pattern = LinearPattern.of("(a)b*", "ab|abb");

        assertThat(pattern.isFoundIn("a")).isFalse();
        assertThat(pattern.replaceAll("a", "-")).isEqualTo("a");
        assertThat(pattern.isFoundIn("-ab")).isTrue();
        assertThat(pattern.replaceAll("a abb c", "<$1>")).isEqualTo("<a> <a> c");
        assertThat(pattern.groupsIn("a-ab")).containsExactly("a", "a");
    }

    @Test
    @DisplayName("what needs no expression: numbers, beginnings, ends")
    void plainText() {
        assertThat(PlainText.isNumber("012", 3)).isTrue();
        assertThat(PlainText.isNumber("", 3)).isFalse();
        assertThat(PlainText.isNumber("1234", 3)).isFalse();
        assertThat(PlainText.isNumber("\u0661", 3)).isFalse();
        assertThat(PlainText.isNumber("-1", 3)).isFalse();
        assertThat(PlainText.withoutStart("had had", "had ")).isEqualTo("had");
        assertThat(PlainText.withoutStart("x", "had ")).isEqualTo("x");
        assertThat(PlainText.withoutEnd("a-.-", "-.")).isEqualTo("a");
        assertThat(PlainText.withoutEnd("--", "-")).isEmpty();
    }
}
