package io.trainyard.local.streaming.portforward;

import io.netty.channel.socket.DuplexChannel;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.streaming.ByteReceiver;
import io.trainyard.local.streaming.StreamingRuntime;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.NetSocketInternal;
import java.net.ConnectException;

/** Connects clients with ports of one pod. */
record PortConnector(StreamingRuntime runtime, NetClient network, ForwardedPod pod) {
    /** Connects a client with a port, and tells it when that cannot be done. */
    void connect(int port, ForwardedStream client) {
        runtime.addressOf(pod.namespace(), pod.name(), port)
                .compose(address -> network.connect(address)
                        .recover(cause -> Future.failedFuture(
                                cause instanceof ConnectException ? nobodyListens(address) : cause)))
                .onSuccess(socket -> join(socket, client))
                .onFailure(cause -> {
                    client.receive(ByteReceiver.DISCARDING);
                    client.fail("error forwarding port " + port + " to " + pod.title() + ": " + cause.getMessage());
                });
    }

    private static ApiException nobodyListens(SocketAddress address) {
        return ApiException.badRequest("nothing listens on " + address.host() + ":" + address.port()
                + "; a program that listens on 127.0.0.1 only is reached there, without port-forward");
    }

    private static void join(NetSocket socket, ForwardedStream client) {
        socket.exceptionHandler(broken -> {});
        socket.handler(bytes -> {
            socket.pause();
            client.write(bytes).onSuccess(sent -> socket.resume()).onFailure(gone -> socket.close());
        });
        socket.endHandler(nothing -> client.end());
        client.receive(new PodEnd(socket));
    }

    /** Takes what the client sends. */
    private record PodEnd(NetSocket socket) implements ByteReceiver {
        @Override
        public Future<Void> take(Buffer bytes) {
            return socket.write(bytes);
        }

        /** The pod may have more to say; it ends the connection when it has not. */
        @Override
        public void end() {
            if (socket instanceof NetSocketInternal known
                    && known.channelHandlerContext().channel() instanceof DuplexChannel channel) {
                channel.shutdownOutput();
            } else {
                socket.close();
            }
        }
    }
}
