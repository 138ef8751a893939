package io.trainyard.dashboard.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.dashboard.log.LineSplitter.Line;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LineSplitter (OPS-78: nothing is buffered without bound)")
final class LineSplitterTest {
    @Test
    void linesAreTheSameHoweverTheirBytesArrive() {
        byte[] bytes = "a\n\nümläut €\r\nlast 🚂".getBytes(StandardCharsets.UTF_8);

        for (int piece = 1; piece <= bytes.length; piece++) {
            assertThat(texts(split(bytes, piece, 1024)))
                    .as("pieces of " + piece)
                    .containsExactly("a", "", "ümläut €", "last 🚂");
        }
    }

    @Test
    void aProgressBarIsItsLastState() {
        assertThat(texts(split("  1%\r 50%\r100%\ndone\n".getBytes(StandardCharsets.UTF_8), 3, 1024)))
                .containsExactly("100%", "done");
        assertThat(texts(split("kept\r\n".getBytes(StandardCharsets.UTF_8), 1, 1024)))
                .containsExactly("kept");
        assertThat(texts(split("kept\r\r\n".getBytes(StandardCharsets.UTF_8), 1, 1024)))
                .containsExactly("kept");
    }

    @Test
    void theTimeBeforeAProgressBarStays() {
        String time = "2026-01-02T03:04:05.123456789Z ";

        assertThat(texts(split(
                        (time + "  1%\r 50%\r100%\n" + time + "\rdone\r\n").getBytes(StandardCharsets.UTF_8), 3, 1024)))
                .containsExactly(time + "100%", time + "done");
    }

    @Test
    void aLineOfTenMegabytesIsCutAndSaysHowMuchIsMissing() {
        LineSplitter splitter = new LineSplitter(LineSplitter.MAX_LINE);
        Buffer megabyte = Buffer.buffer("x".repeat(1 << 20));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            lines.addAll(splitter.add(megabyte));
        }
        lines.addAll(splitter.add(Buffer.buffer("\nnext\n")));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).text()).hasSize(LineSplitter.MAX_LINE);
        assertThat(lines.get(0).lost()).isEqualTo((10L << 20) - LineSplitter.MAX_LINE);
        assertThat(lines.get(1)).isEqualTo(new Line("next", 0));
    }

    @Test
    void aCutGoesThroughNoCharacter() {
        assertThat(split("ab€€\n".getBytes(StandardCharsets.UTF_8), 2, 7)).containsExactly(new Line("ab€", 1));
        assertThat(split("ab€\n".getBytes(StandardCharsets.UTF_8), 2, 5)).containsExactly(new Line("ab€", 0));
        assertThat(split("aaaa🚂\n".getBytes(StandardCharsets.UTF_8), 2, 6)
                        .get(0)
                        .text())
                .isEqualTo("aaaa");
    }

    @Test
    void bytesThatAreNoTextAreReplaced() {
        assertThat(texts(split(new byte[] {'a', (byte) 0xFF, (byte) 0xFE, 'b', '\n'}, 1, 64)))
                .containsExactly("a\uFFFD\uFFFDb");
    }

    @Test
    void nothingIsLeftWhereTheLastLineHasAnEnd() {
        assertThat(split("a\n".getBytes(StandardCharsets.UTF_8), 1, 64)).containsExactly(new Line("a", 0));
        assertThat(split(new byte[0], 1, 64)).isEmpty();
    }

    private static List<String> texts(List<Line> lines) {
        return lines.stream().map(Line::text).toList();
    }

    private static List<Line> split(byte[] bytes, int piece, int maxLine) {
        LineSplitter splitter = new LineSplitter(maxLine);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < bytes.length; i += piece) {
            lines.addAll(splitter.add(Buffer.buffer(bytes).getBuffer(i, Math.min(bytes.length, i + piece))));
        }
        lines.addAll(splitter.end());
        return lines;
    }
}
