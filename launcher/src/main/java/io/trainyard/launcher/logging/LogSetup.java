package io.trainyard.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** Sets up the log of the controller; it goes to standard error, as that of Go programs does. */
public final class LogSetup {
    private static final String OURS = "io.trainyard";

    private LogSetup() {}

    /** Replaces whatever was set up before. Call it before the first line is logged. */
    public static void apply(LogOptions options) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        configure(context, options, "System.err");
    }

    /**
     * Logs to a file instead: where a user looks at progress, lines of a log would only disturb. So would what ends a thread; it is logged there, too.
     *
     * @param debug whether everything is logged, not only what is worth a look
     */
    public static void toFile(Path file, boolean debug) {
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(file.toString());
        toFile(appender, debug);
    }

    /**
     * As {@link #toFile}, for a process that stays: the file begins anew where it has become long, and one before it is kept.
     *
     * @param most in bytes
     */
    public static void toBoundedFile(Path file, long most, boolean debug) {
        toFile(new BoundedFileAppender(file, most), debug);
    }

    private static void toFile(FileAppender<ILoggingEvent> appender, boolean debug) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        appender.setName("file");
        appender.setContext(context);
        LogOptions quiet = new LogOptions(
                debug ? org.slf4j.event.Level.DEBUG : org.slf4j.event.Level.INFO,
                LogEncoding.console,
                StackTraces.warning,
                TimeEncoding.rfc3339nano);
        configure(context, quiet, appender);
        Thread.setDefaultUncaughtExceptionHandler(new UncaughtFailures());
    }

    static void configure(LoggerContext context, LogOptions options, String target) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("standard-error");
        appender.setTarget(target);
        configure(context, options, appender);
    }

    private static void configure(
            LoggerContext context, LogOptions options, OutputStreamAppender<ILoggingEvent> appender) {
        Encoder<ILoggingEvent> encoder = encoder(options);
        encoder.setContext(context);
        encoder.start();
        appender.setEncoder(encoder);
        appender.start();
        Level level = Level.convertAnSLF4JLevel(options.level());
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(calmer(level));
        root.addAppender(appender);
        context.getLogger(OURS).setLevel(level);
        // It warns of every alpha version, and ours is one.
        context.getLogger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils")
                .setLevel(Level.ERROR);
    }

    private static Encoder<ILoggingEvent> encoder(LogOptions options) {
        if (options.encoding() == LogEncoding.json) {
            return JsonEncoder.encoder(options);
        }
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(new ConsoleLayout(options));
        return encoder;
    }

    /** Libraries tell far more than anybody wants to know: stock manifests ask for debug, and Netty alone would drown us. */
    private static Level calmer(Level level) {
        if (level.toInt() == Level.TRACE_INT) {
            return Level.DEBUG;
        }
        return level.toInt() == Level.DEBUG_INT ? Level.INFO : level;
    }
}
