package io.trainyard.core.view;

import java.util.List;
import java.util.Optional;

/**
 * What is known of a local run that has ended beside its objects: there is no API server any more that could be asked, but all that was written is there.
 *
 * @param logs the command that shows what its pods wrote
 * @param events where it is told what happened
 * @param rootCause the error that the others follow from; empty when nothing was written that is known to be an error
 */
public record KeptRun(String logs, String events, Optional<RootCause> rootCause) {
    /**
     * An error that was found in the logs.
     *
     * @param pod name of the pod whose log it stands in; where it was stopped because another one had failed, nothing else of it is left
     * @param name the same, as users call it
     * @param step name of its replicated job
     * @param node number of the pod within the step, from 0
     * @param container name of its container
     * @param lines the error itself, without what was written before and after it
     */
    public record RootCause(String pod, String name, String step, int node, String container, List<String> lines) {
        public RootCause {
            lines = List.copyOf(lines);
        }
    }
}
