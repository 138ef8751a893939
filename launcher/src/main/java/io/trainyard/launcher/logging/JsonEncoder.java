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
final class JsonEncoder extends AbstractJsonProvider<ILoggingEvent> {
    private static final String TRAIN_JOB = "trainJob";

    private final LogOptions options;

    private JsonEncoder(LogOptions options) {
        this.options = options;
    }

    static LoggingEventCompositeJsonEncoder encoder(LogOptions options) {
        LoggingEventCompositeJsonEncoder encoder = new LoggingEventCompositeJsonEncoder();
        encoder.getProviders().addProvider(new JsonEncoder(options));
        return encoder;
    }

    /** Level, time, logger, caller and message; what the reconcile is about; what the line adds; a failure. */
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
        IThrowableProxy failure = event.getThrowableProxy();
        if (failure != null) {
            generator.writeStringField("error", failure.getClassName() + ": " + failure.getMessage());
            if (options.stackTraces().include(event)) {
                generator.writeStringField("stacktrace", ThrowableProxyUtil.asString(failure));
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
