package io.trainyard.local.cluster;

import io.trainyard.local.streaming.ContainerReference;
import io.trainyard.local.streaming.ProgramOutput;
import io.trainyard.local.streaming.RemoteProgram;
import io.trainyard.local.streaming.StreamingRuntime;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.util.List;

/** Lets the API server reach the programs and ports of a kubelet that starts after it. Safe for several threads. */
public final class KubeletStreams implements StreamingRuntime {
    private volatile StreamingRuntime runtime = StreamingRuntime.NONE;

    /** From now on, pods are reached here. */
    public void serve(StreamingRuntime source) {
        runtime = source;
    }

    @Override
    public Future<RemoteProgram> exec(
            ContainerReference container, List<String> command, boolean tty, ProgramOutput output) {
        return runtime.exec(container, command, tty, output);
    }

    @Override
    public Future<RemoteProgram> attach(ContainerReference container, boolean stdin, ProgramOutput output) {
        return runtime.attach(container, stdin, output);
    }

    @Override
    public Future<SocketAddress> addressOf(String namespace, String pod, int port) {
        return runtime.addressOf(namespace, pod, port);
    }
}
