package io.trainyard.local.streaming.portforward;

import io.trainyard.local.streaming.ByteReceiver;
import io.trainyard.local.streaming.FlowControl;
import io.trainyard.local.streaming.PendingBytes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.util.ArrayList;
import java.util.List;

/** One connection for each named port, in the channels of one WebSocket: two for each, the first for its bytes, the second for an error. */
final class WebSocketPortForward {
    private final ServerWebSocket socket;
    private final FlowControl flow;
    private final List<Channels> connections = new ArrayList<>();
    private int open;

    private WebSocketPortForward(ServerWebSocket socket) {
        this.socket = socket;
        this.flow = new FlowControl(socket);
    }

    /**
     * Connects a client.
     *
     * @param wanted ports, in the order of their channels
     */
    static void over(ServerWebSocket socket, List<Integer> wanted, PortConnector ports) {
        WebSocketPortForward forward = new WebSocketPortForward(socket);
        forward.open = wanted.size();
        for (int port : wanted) {
            forward.begin(port);
        }
        socket.exceptionHandler(broken -> {});
        socket.binaryMessageHandler(forward::received);
        socket.textMessageHandler(text -> forward.received(Buffer.buffer(text)));
        socket.closeHandler(nothing -> forward.connections.forEach(each -> each.input.end()));
        for (int i = 0; i < wanted.size(); i++) {
            ports.connect(wanted.get(i), forward.connections.get(i));
        }
    }

    /** Each channel begins with the number of its port. */
    private void begin(int port) {
        int channel = 2 * connections.size();
        connections.add(new Channels(channel));
        Buffer number = Buffer.buffer().appendUnsignedShortLE(port);
        send(channel, number);
        send(channel + 1, number);
    }

    private void received(Buffer message) {
        int channel = message.length() == 0 ? -1 : Byte.toUnsignedInt(message.getByte(0));
        if (channel >= 0 && channel % 2 == 0 && channel / 2 < connections.size() && message.length() > 1) {
            Buffer content = message.slice(1, message.length());
            flow.count(content.length(), connections.get(channel / 2).input.add(content));
        }
    }

    private Future<Void> send(int channel, Buffer bytes) {
        return socket.writeBinaryMessage(
                Buffer.buffer(bytes.length() + 1).appendByte((byte) channel).appendBuffer(bytes));
    }

    private final class Channels implements ForwardedStream {
        private final int channel;
        private final PendingBytes input = new PendingBytes();

        Channels(int channel) {
            this.channel = channel;
        }

        @Override
        public void receive(ByteReceiver receiver) {
            input.handTo(receiver);
        }

        @Override
        public Future<Void> write(Buffer bytes) {
            return send(channel, bytes);
        }

        /** A channel has no end of its own; with the last one the socket is closed. */
        @Override
        public void end() {
            open--;
            if (open == 0) {
                socket.close();
            }
        }

        @Override
        public void fail(String message) {
            send(channel + 1, Buffer.buffer(message)).onComplete(sent -> end());
        }
    }
}
