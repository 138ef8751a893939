package io.trainyard.core.kube;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketConnectOptions;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * The Vert.x that fabric8 is given. Its HTTP clients ask {@link WriteGuards} before they send, and open WebSockets on an event loop, whatever thread asks:
 * fabric8 sets the handlers of a WebSocket when it is told that it is open; on a worker thread that can be after the connection is closed again, the
 * handlers are refused, and fabric8 waits some ten minutes for a watch that nobody will open any more. On the connection's own event loop nothing
 * comes in between. fabric8 parses watch events on other threads.
 */
final class ClientVertx {
    private ClientVertx() {}

    /** As above; {@code connections} gets to know every connection to the API server. */
    @SuppressWarnings("deprecation") // The builder of clients, which replaces this handler, is not what fabric8 uses.
    static Vertx of(Vertx vertx, Context loop, WriteGuards guards, ClientConnections connections) {
        return proxy(Vertx.class, (self, method, arguments) -> {
            Object result = call(vertx, method, arguments);
            if (result instanceof HttpClient client && isCreation(method)) {
                connections.openedBy(client);
                return client(client.connectionHandler(connections::opened), loop, guards);
            }
            return result;
        });
    }

    private static boolean isCreation(Method method) {
        return method.getName().equals("createHttpClient")
                && method.getParameterCount() == 1
                && method.getParameterTypes()[0] == HttpClientOptions.class;
    }

    private static HttpClient client(HttpClient client, Context loop, WriteGuards guards) {
        return proxy(HttpClient.class, (self, method, arguments) -> {
            if (method.getReturnType() == Future.class && method.getParameterCount() == 1) {
                if (arguments[0] instanceof WebSocketConnectOptions options) {
                    return webSocket(loop, client, options);
                }
                // Options of a WebSocket are options of a request, too.
                if (arguments[0] instanceof RequestOptions options) {
                    return guards.request(client, options);
                }
            }
            return call(client, method, arguments);
        });
    }

    /** The promise belongs to no context: what waits for it runs at once where it is kept, on the event loop. */
    @SuppressWarnings("deprecation") // fabric8 opens its WebSockets with the HTTP client.
    private static Future<WebSocket> webSocket(Context loop, HttpClient client, WebSocketConnectOptions options) {
        Promise<WebSocket> opened = Promise.promise();
        loop.runOnContext(ignored -> client.webSocket(options).onComplete(opened));
        return opened.future();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ClientVertx.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
