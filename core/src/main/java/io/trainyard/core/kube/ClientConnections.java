package io.trainyard.core.kube;

import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpConnection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.jspecify.annotations.Nullable;

/** The open connections to the API server, and the TLS sessions that later ones would resume. Any thread. */
final class ClientConnections {
    /** For requests that are on their way; as long as the slowest may take. */
    private static final long GRACE_SECONDS = 30;

    private final Set<HttpConnection> open = ConcurrentHashMap.newKeySet();
    /** One for each TLS context, and a client has one. */
    private final Set<SSLSessionContext> sessions = ConcurrentHashMap.newKeySet();

    private volatile @Nullable HttpClient client;

    /** The client that opens them is there. */
    void openedBy(HttpClient opener) {
        client = opener;
    }

    /** The client that opens them; empty as long as there is none. */
    Optional<HttpClient> client() {
        return Optional.ofNullable(client);
    }

    void opened(HttpConnection connection) {
        open.add(connection);
        connection.closeHandler(ignored -> open.remove(connection));
        SSLSession session = connection.sslSession();
        if (session != null && session.getSessionContext() != null) {
            sessions.add(session.getSessionContext());
        }
    }

    /**
     * Later requests go over new connections with handshakes of their own: a resumed session would still speak for the certificate that began it.
     * Those that are open now are closed, each after its requests have been answered.
     */
    void replace() {
        for (SSLSessionContext context : sessions) {
            for (byte[] id : Collections.list(context.getIds())) {
                SSLSession session = context.getSession(id);
                if (session != null) {
                    session.invalidate();
                }
            }
        }
        for (HttpConnection connection : List.copyOf(open)) {
            open.remove(connection);
            connection.shutdown(GRACE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
