package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import java.util.Optional;

/**
 * Reads from the objects in the cluster whether a TrainJob has ended, and its counters. At most one plugin may implement it;
 * Trainyard's own JobSet plugin does, so a vendor's plugin only does so in a build that replaces JobSet.
 */
public interface TerminalCondition extends Plugin {
    /**
     * The state, or empty to leave the status as it is. Called on the event loop with cached objects only: synchronous, no input or output.
     * Must be monotone: once terminal, always terminal.
     */
    Optional<TerminalState> terminalCondition(TrainJob trainJob);
}
