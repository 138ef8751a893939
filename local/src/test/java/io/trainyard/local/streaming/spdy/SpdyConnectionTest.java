package io.trainyard.local.streaming.spdy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.netty.handler.codec.spdy.DefaultSpdyPingFrame;
import io.netty.handler.codec.spdy.DefaultSpdyRstStreamFrame;
import io.netty.handler.codec.spdy.DefaultSpdySynStreamFrame;
import io.netty.handler.codec.spdy.SpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyFrame;
import io.netty.handler.codec.spdy.SpdyGoAwayFrame;
import io.netty.handler.codec.spdy.SpdyPingFrame;
import io.netty.handler.codec.spdy.SpdyRstStreamFrame;
import io.netty.handler.codec.spdy.SpdyStreamStatus;
import io.netty.handler.codec.spdy.SpdySynReplyFrame;
import io.trainyard.local.streaming.ByteReceiver;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The server's end of a SPDY connection (LOCAL-182)")
final class SpdyConnectionTest {
    private final SpdyCodec client = new SpdyCodec();
    private final MemorySocket socket = new MemorySocket();
    private final List<SpdyStream> opened = new ArrayList<>();
    private final SpdyConnection connection = SpdyConnection.over(socket.input, socket.output, opened::add);

    @Test
    void aStreamThatTheClientOpensIsAnsweredAndKnowsItsHeaders() throws Exception {
        open(1, "port", "8080", "streamtype", "data");

        assertThat(opened).singleElement().satisfies(stream -> {
            assertThat(stream.header("streamtype")).isEqualTo("data");
            assertThat(stream.header("port")).isEqualTo("8080");
            assertThat(stream.header("requestid")).isEmpty();
        });
        assertThat(sent()).singleElement().isInstanceOfSatisfying(SpdySynReplyFrame.class, reply -> assertThat(
                        reply.headers())
                .as("clients in Go cannot read an empty block of headers")
                .isNotEmpty());
    }

    @Test
    void whatComesBeforeItsReceiverIsKeptInOrder() {
        open(1);
        data(1, "one ", false);
        data(1, "two", true);
        Collector received = new Collector();

        opened.get(0).receive(received);

        assertThat(received.text).hasToString("one two");
        assertThat(received.ends).isEqualTo(1);
    }

    @Test
    void bytesThatComeInPiecesMakeTheSameFrames() {
        Buffer bytes = Buffer.buffer()
                .appendBuffer(client.encode(synStream(1)))
                .appendBuffer(client.encode(dataFrame(1, "hello", true)));

        for (int i = 0; i < bytes.length(); i++) {
            socket.receive(bytes.slice(i, i + 1));
        }

        Collector received = new Collector();
        opened.get(0).receive(received);
        assertThat(received.text).hasToString("hello");
    }

    @Test
    void bytesAndTheirEndAreSent() throws Exception {
        open(1);
        sent();
        opened.get(0).write(Buffer.buffer("answer"));
        opened.get(0).end();
        opened.get(0).end();

        List<SpdyFrame> frames = sent();

        assertThat(frames).hasSize(2).allMatch(frame -> ((SpdyDataFrame) frame).streamId() == 1);
        assertThat(text(frames.get(0))).isEqualTo("answer");
        assertThat(((SpdyDataFrame) frames.get(1)).isLast()).isTrue();
        assertThat(opened.get(0).write(Buffer.buffer("more")).failed()).isTrue();
    }

    @Test
    void aPingOfTheClientComesBack() throws Exception {
        socket.receive(client.encode(new DefaultSpdyPingFrame(7)));

        assertThat(sent()).singleElement().satisfies(frame -> assertThat(((SpdyPingFrame) frame).id())
                .isEqualTo(7));
    }

    @Test
    void aStreamThatTheClientGivesUpEnds() {
        open(1);
        Collector received = new Collector();
        opened.get(0).receive(received);

        socket.receive(client.encode(new DefaultSpdyRstStreamFrame(1, SpdyStreamStatus.CANCEL)));
        data(1, "late", false);

        assertThat(received.ends).isEqualTo(1);
        assertThat(received.text).hasToString("");
        assertThat(opened.get(0).write(Buffer.buffer("x")).failed()).isTrue();
    }

    @Test
    void theNumberOfAStreamIsUsedOnce() throws Exception {
        open(3);
        sent();

        open(1);
        open(3);

        assertThat(opened).hasSize(1);
        assertThat(sent()).hasSize(2).allMatch(SpdyRstStreamFrame.class::isInstance);
    }

    @Test
    void theClientWaitsWhileMuchHasNotBeenTaken() {
        open(1);
        String piece = "x".repeat(64 << 10);
        for (int i = 0; i < 17; i++) {
            data(1, piece, false);
        }
        assertThat(socket.isPaused()).isTrue();
        Promise<Void> taken = Promise.promise();
        opened.get(0).receive(new Collector(taken.future()));
        assertThat(socket.isPaused()).isTrue();

        taken.complete();

        assertThat(socket.isPaused()).isFalse();
    }

    @Test
    void theEndOfTheConnectionIsTheEndOfItsStreams() {
        open(1);
        open(3);
        Collector received = new Collector();
        opened.forEach(stream -> stream.receive(received));

        connection.close();
        connection.close();

        assertThat(received.ends).isEqualTo(2);
        assertThat(opened.get(0).write(Buffer.buffer("x")).failed()).isTrue();
    }

    @Test
    void theSocketIsClosedWhenTheFarewellIsWritten() throws Exception {
        connection.goAway();

        assertThat(sent()).singleElement().isInstanceOf(SpdyGoAwayFrame.class);
        assertThat(socket.isEnded()).isTrue();
    }

    @Test
    void whoDoesNotSpeakSpdyIsLetGo() {
        // The frame of an older version.
        socket.receive(Buffer.buffer(new byte[] {(byte) 0x80, 2, 0, 6, 0, 0, 0, 4, 0, 0, 0, 1}));

        assertThat(socket.isEnded()).isTrue();
        assertThat(opened).isEmpty();
    }

    private void open(int id, String... headers) {
        DefaultSpdySynStreamFrame frame = synStream(id);
        for (int i = 0; i < headers.length; i += 2) {
            frame.headers().add(headers[i], headers[i + 1]);
        }
        socket.receive(client.encode(frame));
    }

    private static DefaultSpdySynStreamFrame synStream(int id) {
        DefaultSpdySynStreamFrame frame = new DefaultSpdySynStreamFrame(id, 0, (byte) 0);
        frame.headers().add("x-test", "any");
        return frame;
    }

    private void data(int id, String text, boolean last) {
        socket.receive(client.encode(dataFrame(id, text, last)));
    }

    private static DefaultSpdyDataFrame dataFrame(int id, String text, boolean last) {
        DefaultSpdyDataFrame frame = new DefaultSpdyDataFrame(id, Unpooled.wrappedBuffer(text.getBytes()));
        frame.setLast(last);
        return frame;
    }

    /** What the client has got since it was asked last. */
    private List<SpdyFrame> sent() throws Exception {
        return client.decode(socket.written());
    }

    private static String text(SpdyFrame frame) {
        return new String(ByteBufUtil.getBytes(((SpdyDataFrame) frame).content()));
    }

    /** Takes everything as text. */
    private static final class Collector implements ByteReceiver {
        private final StringBuilder text = new StringBuilder();
        private final Future<Void> answer;
        private int ends;

        Collector() {
            this(Future.succeededFuture());
        }

        Collector(Future<Void> answer) {
            this.answer = answer;
        }

        @Override
        public Future<Void> take(Buffer bytes) {
            text.append(bytes);
            return answer;
        }

        @Override
        public void end() {
            ends++;
        }
    }
}
