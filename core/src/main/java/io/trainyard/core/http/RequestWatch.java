package io.trainyard.core.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;

/** Tells a connection how far its requests of HTTP/1.1 have come. Stands in the place of the decoder, which alone knows what is left of the bytes. */
final class RequestWatch extends VertxHttpRequestDecoder {
    private final OpenConnection connection;

    /** Between the first line of a request and its end. */
    private boolean inRequest;

    /** Between the end of a header and that of its request. */
    private boolean inBody;

    /** Requests of which the header has come and that are not answered. */
    private int open;

    private RequestWatch(OpenConnection connection, HttpServerOptions options) {
        super(options);
        this.connection = connection;
    }

    /** Before the first byte of the first request. */
    static void begin(OpenConnection connection, ChannelPipeline pipeline, HttpServerOptions options) {
        RequestWatch requests = new RequestWatch(connection, options);
        pipeline.replace("httpDecoder", "httpDecoder", requests);
        pipeline.addBefore("handler", "answers", requests.new Answers());
    }

    @Override
    protected HttpMessage createMessage(String[] initialLine) {
        inRequest = true;
        return super.createMessage(initialLine);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) throws Exception {
        super.decode(context, bytes, out);
        for (Object part : out) {
            if (part instanceof HttpRequest) {
                open++;
                inBody = true;
            }
            if (part instanceof LastHttpContent) {
                inRequest = false;
                inBody = false;
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        super.channelRead(context, message);
        tell();
    }

    private void tell() {
        connection.now(new OpenConnection.Progress(
                actualReadableBytes() > 0 || (inRequest && !inBody), inBody, open > 0, open > (inBody ? 1 : 0)));
    }

    private final class Answers extends ChannelOutboundHandlerAdapter {
        private int status;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof HttpResponse response) {
                status = response.status().code();
            }
            boolean ends = message instanceof LastHttpContent && status >= 200;
            context.write(message, promise);
            if (ends) {
                open--;
                connection.answered(status < 400);
                tell();
            }
        }
    }
}
