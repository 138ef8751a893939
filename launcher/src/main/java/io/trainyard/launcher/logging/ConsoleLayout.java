package io.trainyard.launcher.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/** Log lines for people: time, level, logger, message, then key-values. */
final class ConsoleLayout extends LayoutBase<ILoggingEvent> {
    private final LogOptions options;

    ConsoleLayout(LogOptions options) {
        this.options = options;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(200);
        line.append(options.timeEncoding().encode(event.getInstant()))
                .append('\t')
                .append(event.getLevel())
                .append('\t')
                .append(event.getLoggerName().substring(event.getLoggerName().lastIndexOf('.') + 1))
                .append('\t')
                .append(event.getFormattedMessage());
        char separator = '\t';
        for (var entry : event.getMDCPropertyMap().entrySet()) {
            line.append(separator).append(entry.getKey()).append('=').append(entry.getValue());
            separator = ' ';
        }
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        for (KeyValuePair pair : pairs == null ? List.<KeyValuePair>of() : pairs) {
            line.append(separator).append(pair.key).append('=').append(pair.value);
            separator = ' ';
        }
        appendFailure(line, event, separator);
        return line.append(System.lineSeparator()).toString();
    }

    private void appendFailure(StringBuilder line, ILoggingEvent event, char separator) {
        IThrowableProxy failure = event.getThrowableProxy();
        if (failure == null) {
            return;
        }
        line.append(separator)
                .append("error=")
                .append(failure.getClassName())
                .append(": ")
                .append(failure.getMessage());
        if (options.stackTraces().include(event)) {
            line.append(System.lineSeparator())
                    .append(ThrowableProxyUtil.asString(failure).stripTrailing());
        }
    }
}
