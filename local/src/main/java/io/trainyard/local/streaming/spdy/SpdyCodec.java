package io.trainyard.local.streaming.spdy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.spdy.SpdyFrame;
import io.netty.handler.codec.spdy.SpdyFrameCodec;
import io.netty.handler.codec.spdy.SpdyVersion;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Turns bytes of one connection into frames and back; what headers become depends on all that were sent before. On one event loop. */
final class SpdyCodec {
    private final EmbeddedChannel channel = new EmbeddedChannel(new SpdyFrameCodec(SpdyVersion.SPDY_3_1));

    /**
     * The frames that are complete with these bytes. Those with data have to be released.
     *
     * @throws Exception when the bytes are no SPDY
     */
    List<SpdyFrame> decode(Buffer bytes) throws Exception {
        channel.writeInbound(Unpooled.wrappedBuffer(bytes.getBytes()));
        List<SpdyFrame> frames = new ArrayList<>();
        for (Object frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            frames.add((SpdyFrame) frame);
        }
        return frames;
    }

    Buffer encode(SpdyFrame frame) {
        channel.writeOutbound(frame);
        Buffer bytes = Buffer.buffer();
        for (Object part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            ByteBuf written = (ByteBuf) part;
            bytes.appendBytes(ByteBufUtil.getBytes(written));
            written.release();
        }
        return bytes;
    }

    /** Gives up what it holds; what was wrong with it has been said before. */
    void close() {
        channel.close();
        channel.releaseInbound();
        channel.releaseOutbound();
    }
}
