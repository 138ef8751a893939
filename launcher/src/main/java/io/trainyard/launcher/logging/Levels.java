package io.trainyard.launcher.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import org.slf4j.event.Level;

/** From levels of the back end to those of the interface. */
final class Levels {
    private Levels() {}

    static Level of(ILoggingEvent event) {
        return Level.valueOf(event.getLevel().toString());
    }
}
