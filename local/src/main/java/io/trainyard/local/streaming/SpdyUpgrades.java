package io.trainyard.local.streaming;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/** Lets clients that speak SPDY have a connection that they ask for with POST, as they do; Vert.x hands over connections for a GET alone. */
@ChannelHandler.Sharable
public final class SpdyUpgrades extends ChannelInboundHandlerAdapter {
    private static final SpdyUpgrades HANDLER = new SpdyUpgrades();

    private SpdyUpgrades() {}

    /** For each connection of a server, before its first request. */
    public static void allowOn(HttpConnection connection) {
        if (connection instanceof HttpServerConnection known) {
            ChannelHandlerContext ours = known.channelHandlerContext();
            ours.pipeline().addBefore(ours.name(), SpdyUpgrades.class.getName(), HANDLER);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request
                && request.method().equals(HttpMethod.POST)
                && UpgradeRequest.SPDY.equalsIgnoreCase(request.headers().get(HttpHeaderNames.UPGRADE))) {
            request.setMethod(HttpMethod.GET);
        }
        context.fireChannelRead(message);
    }
}
