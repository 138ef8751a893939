package io.trainyard.local.streaming;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/** Takes what a program writes. The next piece is to be handed over when the future has completed; it fails when nobody takes anything any more. */
public interface ProgramOutput {
    /** Some of its standard output. */
    Future<Void> stdout(Buffer bytes);

    /** Some of its standard error. */
    Future<Void> stderr(Buffer bytes);
}
