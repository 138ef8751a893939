package io.trainyard.local.streaming.remotecommand;

import io.trainyard.local.streaming.ProgramOutput;
import io.trainyard.local.streaming.RemoteProgram;
import io.vertx.core.Future;
import java.util.Map;

/** A client's end of one program, whatever it speaks. On one event loop. */
interface CommandStreams extends ProgramOutput {
    /** From now on, what the client sends goes to this program; so does what it has sent before. */
    void connect(RemoteProgram program);

    /** Completes when the client is gone. */
    Future<Void> closed();

    /**
     * Tells how it ended, and lets the client go.
     *
     * @param status a {@code Status} object
     */
    void end(Map<String, Object> status);
}
