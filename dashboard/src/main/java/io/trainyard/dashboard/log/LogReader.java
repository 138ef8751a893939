package io.trainyard.dashboard.log;

import io.trainyard.dashboard.access.SecretMask;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The bytes of one container's log into lines. Colours last over lines, as in a terminal. Not thread-safe. */
public final class LogReader {
    private final int source;
    private final LineSplitter splitter = new LineSplitter(LineSplitter.MAX_LINE);
    private Style style = Style.PLAIN;

    /**
     * @param source number of the container in the answer's list
     */
    public LogReader(int source) {
        this.source = source;
    }

    /** The lines that are complete with these bytes. */
    public List<LogLine> add(Buffer bytes) {
        return lines(splitter.add(bytes));
    }

    /** What is left when nothing more comes. */
    public List<LogLine> end() {
        return lines(splitter.end());
    }

    private List<LogLine> lines(List<LineSplitter.Line> lines) {
        return lines.stream().map(this::line).toList();
    }

    private LogLine line(LineSplitter.Line line) {
        TimedText timed = TimedText.of(line.text());
        AnsiText.Result result = AnsiText.of(timed.text(), style);
        style = result.after();
        List<String> text = new ArrayList<>(2 * result.pieces().size());
        for (AnsiText.Piece piece : result.pieces()) {
            text.add(SecretMask.mask(piece.text()));
            text.add(piece.classes());
        }
        String plain = result.pieces().stream().map(AnsiText.Piece::text).collect(Collectors.joining());
        return new LogLine(source, timed.at(), Severity.of(plain).toString(), List.copyOf(text), line.lost());
    }
}
