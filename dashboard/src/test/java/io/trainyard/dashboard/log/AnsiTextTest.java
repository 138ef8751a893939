package io.trainyard.dashboard.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.dashboard.log.AnsiText.Piece;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("AnsiText (OPS-72: logs)")
final class AnsiTextTest {
    private static final String ESC = "\u001b";

    @Test
    void coloursBecomeClasses() {
        assertThat(pieces(ESC + "[1;31mERROR" + ESC + "[0m fine " + ESC + "[42mgreen ground"))
                .containsExactly(
                        new Piece("ERROR", "f1 bold"), new Piece(" fine ", ""), new Piece("green ground", "b2"));
    }

    @ParameterizedTest
    @CsvSource({
        "38;5;9, f9",
        "38;5;196, f1",
        "38;2;36;114;200, f4",
        "48;5;21, b4",
        "97, f15",
        "3;4;9, italic underline strike",
        "2, dim",
        "7;31, f0 b1"
    })
    void ofManyColoursTheNearestOfSixteenIsTaken(String codes, String classes) {
        assertThat(pieces(ESC + "[" + codes + "mx")).containsExactly(new Piece("x", classes));
    }

    @Test
    void aLookLastsOverLines() {
        AnsiText.Result first = AnsiText.of(ESC + "[33mwarning", Style.PLAIN);

        assertThat(AnsiText.of("goes on" + ESC + "[m ends", first.after()).pieces())
                .containsExactly(new Piece("goes on", "f3"), new Piece(" ends", ""));
    }

    @Test
    void whatMovesCursorsSetsTitlesOrMakesLinksIsLeftOut() {
        assertThat(text(ESC + "[2J" + ESC + "[10;10Ha" + ESC + "[?25lb" + ESC + "]0;title\u0007c" + ESC
                        + "]8;;javascript:alert(1)" + ESC + "\\link" + ESC + "]8;;" + ESC + "\\" + ESC + "(Bd" + ESC
                        + "Pq#0" + ESC + "\\e" + ESC + "7f"))
                .isEqualTo("abclinkdef");
    }

    @Test
    void markupStaysText() {
        assertThat(text("<img src=x onerror=alert(1)> & \"quotes\""))
                .isEqualTo("<img src=x onerror=alert(1)> & \"quotes\"");
    }

    @Test
    void controlCharactersAndThoseThatReorderTextAreShown() {
        assertThat(text("a\u0000b\u0007c\td\u007f\u202Ee\u2066f\u0085"))
                .isEqualTo("a\u2400b\u2407c\td\u2421\uFFFDe\uFFFDf\uFFFD");
    }

    @Test
    void sequencesWithoutAnEndTakeNoMoreThanTheLine() {
        for (String begun : List.of(
                "[",
                "[31",
                "[31;",
                "]0;title",
                "P",
                "",
                "[" + "1;".repeat(1_000),
                "[9999999999999999m",
                "[38;5",
                "[38;2;1m",
                "[38;5;999m")) {
            assertThat(AnsiText.of("a" + ESC + begun, Style.PLAIN)
                            .pieces()
                            .get(0)
                            .text())
                    .startsWith("a");
        }
    }

    @Test
    void aLineOfNothingButColoursHasNotEndlesslyManyPieces() {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            line.append(ESC).append('[').append(31 + i % 2).append("mx");
        }

        List<Piece> pieces = pieces(line.toString());

        assertThat(pieces).hasSizeLessThanOrEqualTo(401);
        assertThat(pieces.stream().mapToInt(piece -> piece.text().length()).sum())
                .isEqualTo(100_000);
    }

    @Test
    void whateverComesClassesAreFromTheListAndNoControlCharacterIsLeft() {
        String alphabet = ESC + "[]0123456789;m?HJ\\P\u0007\u009b\u009d<>&\"x€\n\r\u0000";
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            String line = random.ints(random.nextInt(60), 0, alphabet.length())
                    .mapToObj(at -> String.valueOf(alphabet.charAt(at)))
                    .collect(Collectors.joining());
            for (Piece piece : pieces(line)) {
                assertThat(piece.classes()).matches("((f|b)\\d{1,2}|bold|dim|italic|underline|strike| )*");
                assertThat(piece.text().chars())
                        .as(line)
                        .allMatch(c -> c == '\t' || c >= 0x20 && (c < 0x7f || c > 0x9f));
            }
        }
    }

    private static List<Piece> pieces(String line) {
        return AnsiText.of(line, Style.PLAIN).pieces();
    }

    private static String text(String line) {
        return pieces(line).stream().map(Piece::text).collect(Collectors.joining());
    }
}
