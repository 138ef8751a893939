package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import java.util.Optional;

/**
 * Decides whether a TrainJob has ended, and counts its Jobs. There is only one in use: JobSet's, unless the operator names a plugin in
 * {@code trainyard.plugins.terminalCondition}. A plugin from a jar that has one without being named there is left out.
 *
 * <ul>
 *   <li><b>Called</b> on every reconcile of a TrainJob, after its objects have been applied; also when that failed, and when the TrainJob has ended.
 *   <li><b>Thread</b>: the event loop, always, one call at a time, whatever {@link #isSlow} says: only what is in memory, no input or output.
 *   <li><b>Order</b>: none, as there is only one; what it says goes into the status that is written afterwards.
 *   <li><b>Nulls</b>: the argument is never null, and neither may be the answer.
 *   <li><b>Errors</b>: an exception counts as a fault of the plugin; the status stays as it is, and the TrainJob is reconciled again later.
 * </ul>
 */
public interface TerminalCondition extends Plugin {
    /**
     * The state, or empty to leave the status as it is. Must be monotone: once terminal, always terminal.
     *
     * @param trainJob the TrainJob; never change it
     */
    Optional<TerminalState> terminalCondition(TrainJob trainJob);
}
