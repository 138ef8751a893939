package io.trainyard.local.kubelet.logs;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which part of which log is wanted.
 *
 * @param follow whether to go on as the container writes, until it ends
 * @param previous whether of the run before the latest one
 * @param timestamps whether each line begins with the time at which it was written, to the second
 * @param tailLines only so many lines at the end; empty for all
 * @param since only lines written at this time or later; empty for all
 * @param limitBytes only so many bytes from where it begins; empty for all
 */
public record LogQuery(
        String namespace,
        String pod,
        String container,
        boolean follow,
        boolean previous,
        boolean timestamps,
        OptionalLong tailLines,
        Optional<Instant> since,
        OptionalLong limitBytes) {}
