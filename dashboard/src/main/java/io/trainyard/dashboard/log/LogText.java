package io.trainyard.dashboard.log;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lines of a log as plain text: no codes for terminals, no secrets that are recognised, none longer than the page shows. Pure. */
public final class LogText {
    private LogText() {}

    /** The same lines, fit to be read; each may begin with its time. */
    public static List<String> plain(List<String> lines) {
        LogReader reader = new LogReader(0);
        Stream<LogLine> complete = reader.add(Buffer.buffer(String.join("\n", lines) + "\n")).stream();
        return Stream.concat(complete, reader.end().stream()).map(LogText::text).toList();
    }

    private static String text(LogLine line) {
        String text = IntStream.range(0, line.text().size() / 2)
                .mapToObj(i -> line.text().get(2 * i))
                .collect(Collectors.joining());
        return line.lost() == 0 ? text : text + " … " + line.lost() + " bytes more";
    }
}
