package io.trainyard.local.streaming.portforward;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.local.streaming.ByteReceiver;
import io.trainyard.local.streaming.spdy.SpdyConnection;
import io.trainyard.local.streaming.spdy.SpdyStream;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import java.util.HashMap;
import java.util.Map;

/** Any number of connections in one of SPDY: each is a stream with its bytes and one for an error, with the same {@code requestID}. */
final class SpdyPortForward {
    private static final String DATA = "data";
    private static final String ERROR = "error";
    private static final int MAX_PORT = 65_535;

    private final PortConnector ports;

    /** Streams that wait for the other one of their connection. */
    private final Map<String, SpdyStream> waiting = new HashMap<>();

    private SpdyPortForward(PortConnector ports) {
        this.ports = ports;
    }

    /** Speaks over a socket; the caller closes the connection when the socket has been closed. */
    static SpdyConnection over(ReadStream<Buffer> in, WriteStream<Buffer> out, PortConnector ports) {
        return SpdyConnection.over(in, out, new SpdyPortForward(ports)::opened);
    }

    private void opened(SpdyStream stream) {
        String type = stream.header("streamtype");
        String port = stream.header("port");
        boolean known = type.equals(DATA) || type.equals(ERROR);
        if (!known
                || !PlainText.isNumber(port, 5)
                || Integer.parseInt(port) > MAX_PORT
                || Integer.parseInt(port) == 0) {
            refuse(stream);
            return;
        }
        // Older clients send no number, and open both streams of a port one after the other.
        String connection = stream.header("requestid") + "/" + port;
        SpdyStream other = waiting.remove(connection);
        if (other == null) {
            waiting.put(connection, stream);
        } else if (other.header("streamtype").equals(type)) {
            refuse(other);
            waiting.put(connection, stream);
        } else {
            ports.connect(
                    Integer.parseInt(port), type.equals(DATA) ? new Pair(stream, other) : new Pair(other, stream));
        }
    }

    private static void refuse(SpdyStream stream) {
        stream.receive(ByteReceiver.DISCARDING);
        stream.end();
    }

    private record Pair(SpdyStream data, SpdyStream error) implements ForwardedStream {
        @Override
        public void receive(ByteReceiver receiver) {
            data.receive(receiver);
        }

        @Override
        public Future<Void> write(Buffer bytes) {
            return data.write(bytes);
        }

        @Override
        public void end() {
            data.end();
            error.end();
        }

        @Override
        public void fail(String message) {
            error.write(Buffer.buffer(message));
            end();
        }
    }
}
