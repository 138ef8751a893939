package io.trainyard.local.kubelet.streaming;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.kubelet.logs.LogQuery;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.process.ExecContext;
import io.trainyard.local.kubelet.process.LiveContainer;
import io.trainyard.local.streaming.ContainerReference;
import io.trainyard.local.streaming.ProgramOutput;
import io.trainyard.local.streaming.RemoteProgram;
import io.trainyard.local.streaming.StreamingRuntime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What clients do with the pods of one node, whose containers are processes of this machine. */
public final class KubeletStreaming implements StreamingRuntime {
    private final Vertx vertx;
    private final Path run;
    private final PodLogs logs;
    private final PodAddresses addresses;

    /**
     * @param run folder of the node, in which running containers are noted down
     */
    public KubeletStreaming(Vertx vertx, Path run, PodLogs logs, PodAddresses addresses) {
        this.vertx = vertx;
        this.run = run;
        this.logs = logs;
        this.addresses = addresses;
    }

    @Override
    public Future<RemoteProgram> exec(
            ContainerReference container, List<String> command, boolean tty, ProgramOutput output) {
        PipedProgram.Starter starter = PipedProgram.onContextOf(vertx, output);
        return vertx.executeBlocking(() -> start(container, command, tty), false)
                .map(process -> starter.of(process, tty));
    }

    private Process start(ContainerReference wanted, List<String> command, boolean tty) {
        LiveContainer container = find(wanted);
        ExecContext context = ExecContext.of(run, container)
                .orElseThrow(() -> failure("pod " + wanted.pod()
                        + " runs in an engine or has just ended; of an engine, use its own exec"));
        ProcessBuilder program = tty
                ? context.with(Map.of("TERM", "xterm")).program(TerminalProgram.around(command))
                : context.program(command);
        try {
            return program.start();
        } catch (IOException e) {
            throw failure(String.valueOf(e.getMessage()));
        }
    }

    private LiveContainer find(ContainerReference wanted) {
        return LiveContainer.below(run).stream()
                .filter(each -> each.namespace().equals(wanted.namespace())
                        && each.pod().equals(wanted.pod())
                        && each.container().equals(wanted.container()))
                .findFirst()
                .orElseThrow(() ->
                        failure("unable to upgrade connection: container not found (\"" + wanted.container() + "\")"));
    }

    private static ApiException failure(String message) {
        return new ApiException(500, "InternalError", message, Map.of());
    }

    @Override
    public Future<RemoteProgram> attach(ContainerReference container, boolean stdin, ProgramOutput output) {
        if (stdin) {
            return Future.failedFuture(failure("container " + container.container()
                    + " was started without standard input, so nothing can be written to it; attach without -i"));
        }
        LogQuery fromNow = new LogQuery(
                container.namespace(),
                container.pod(),
                container.container(),
                true,
                false,
                false,
                OptionalLong.of(0),
                Optional.empty(),
                OptionalLong.empty());
        return vertx.executeBlocking(() -> find(container), false)
                .compose(running -> logs.open(vertx, fromNow))
                .map(log -> new AttachedLog(log, output));
    }

    @Override
    public Future<SocketAddress> addressOf(String namespace, String pod, int port) {
        return addresses
                .find(namespace, pod, port)
                .map(found -> found.orElseThrow(() -> failure("pod " + pod + " does not run")));
    }
}
