package io.trainyard.local.streaming;

import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.Map;

/**
 * Runs programs in containers and knows where pods are reached. Called on an event loop, which it must not block; futures complete there, and so is
 * all output handed over. What fails does so with an {@link ApiException}.
 */
public interface StreamingRuntime {
    /** For servers without containers. */
    StreamingRuntime NONE = new StreamingRuntime() {
        @Override
        public Future<RemoteProgram> exec(
                ContainerReference container, List<String> command, boolean tty, ProgramOutput output) {
            return Future.failedFuture(nothingRuns());
        }

        @Override
        public Future<RemoteProgram> attach(ContainerReference container, boolean stdin, ProgramOutput output) {
            return Future.failedFuture(nothingRuns());
        }

        @Override
        public Future<SocketAddress> addressOf(String namespace, String pod, int port) {
            return Future.failedFuture(nothingRuns());
        }
    };

    /**
     * Starts a program in a running container.
     *
     * @param command the program and its arguments; not empty
     * @param tty whether it gets a terminal, whose output is all standard output
     * @param output takes what it writes
     */
    Future<RemoteProgram> exec(ContainerReference container, List<String> command, boolean tty, ProgramOutput output);

    /**
     * Joins the main program of a running container; it goes on when the client leaves.
     *
     * @param stdin whether the client wants to write to it
     * @param output takes what it writes from now on
     */
    Future<RemoteProgram> attach(ContainerReference container, boolean stdin, ProgramOutput output);

    /** Where a port of a pod is reached from this process; whether anybody listens there is not known. */
    Future<SocketAddress> addressOf(String namespace, String pod, int port);

    private static ApiException nothingRuns() {
        return new ApiException(500, "InternalError", "nothing runs the containers of this server", Map.of());
    }
}
