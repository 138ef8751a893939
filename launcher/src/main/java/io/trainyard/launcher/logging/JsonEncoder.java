package io.trainyard.launcher.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import com.fasterxml.jackson.core.JsonGenerator;
import io.trainyard.core.metrics.ReconcileMetrics;
import io.trainyard.spi.model.ResourceKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.logstash.logback.composite.AbstractJsonProvider;
import net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder;
import org.slf4j.event.KeyValuePair;

/** Log lines for machines, with the keys that readers of controller logs know. */
final class JsonEncoder {
    private static final String TRAIN_JOB = "trainJob";

    private JsonEncoder() {}

    static LoggingEventCompositeJsonEncoder encoder(LogOptions options) {
        LoggingEventCompositeJsonEncoder encoder = new LoggingEventCompositeJsonEncoder();
        encoder.getProviders().addProvider(new Head(options));
        encoder.getProviders().addProvider(new Context());
        encoder.getProviders().addProvider(new Failure(options));
        return encoder;
    }

    /** Level, time, logger, caller and message. */
    private static final class Head extends AbstractJsonProvider<ILoggingEvent> {
        private final LogOptions options;

        Head(LogOptions options) {
            this.options = options;
        }

        @Override
        public void writeTo(JsonGenerator generator, ILoggingEvent event) throws IOException {
            generator.writeStringField("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
            generator.writeObjectField("ts", options.timeEncoding().encode(event.getInstant()));
            generator.writeStringField("logger", event.getLoggerName());
            StackTraceElement[] caller = event.getCallerData();
            if (caller.length > 0) {
                generator.writeStringField("caller", caller[0].getFileName() + ":" + caller[0].getLineNumber());
            }
            generator.writeStringField("msg", event.getFormattedMessage());
        }
    }

    /** What the reconcile is about, then what the line adds. */
    private static final class Context extends AbstractJsonProvider<ILoggingEvent> {
        @Override
        public void writeTo(JsonGenerator generator, ILoggingEvent event) throws IOException {
            for (Map.Entry<String, String> entry : event.getMDCPropertyMap().entrySet()) {
                generator.writeStringField(entry.getKey(), entry.getValue());
            }
            List<KeyValuePair> pairs = event.getKeyValuePairs();
            for (KeyValuePair pair : pairs == null ? List.<KeyValuePair>of() : pairs) {
                generator.writeFieldName(pair.key);
                write(generator, pair.value);
                if (pair.key.equals(TRAIN_JOB) && pair.value instanceof ResourceKey key) {
                    generator.writeStringField("controller", ReconcileMetrics.TRAIN_JOB_CONTROLLER);
                    generator.writeStringField("namespace", key.namespace());
                    generator.writeStringField("name", key.name());
                }
            }
        }

        /** Numbers, booleans and lists stay what they are; anything else is what it prints as. */
        private static void write(JsonGenerator generator, Object value) throws IOException {
            if (value == null || value instanceof Number || value instanceof Boolean || value instanceof String) {
                generator.writeObject(value);
            } else if (value instanceof Iterable<?> items && !(value instanceof Path)) {
                generator.writeStartArray();
                for (Object item : items) {
                    write(generator, item);
                }
                generator.writeEndArray();
            } else {
                generator.writeString(value.toString());
            }
        }
    }

    /** A failure: its message always, its stack trace from the configured level on. */
    private static final class Failure extends AbstractJsonProvider<ILoggingEvent> {
        private final LogOptions options;

        Failure(LogOptions options) {
            this.options = options;
        }

        @Override
        public void writeTo(JsonGenerator generator, ILoggingEvent event) throws IOException {
            IThrowableProxy failure = event.getThrowableProxy();
            if (failure == null) {
                return;
            }
            generator.writeStringField("error", failure.getClassName() + ": " + failure.getMessage());
            if (options.stackTraces().include(Levels.of(event))) {
                generator.writeStringField("stacktrace", ThrowableProxyUtil.asString(failure));
            }
        }
    }
}
