package io.trainyard.launcher.logging;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.event.Level;

/**
 * What holds until somebody sets up a log: warnings and errors, one line each, on standard error. Found by the back end as a service, which
 * also spares every command the search for a configuration file.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class QuietLogging extends ContextAwareBase implements Configurator {
    private static final LogOptions QUIET =
            new LogOptions(Level.WARN, LogEncoding.console, StackTraces.panic, TimeEncoding.rfc3339);

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        LogSetup.configure(context, QUIET, "System.err");
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
