package io.trainyard.launcher.strangers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * A request on a connection of its own, as a probe of the kubelet and the first review of an API server are. It comes from 127.0.0.1, believes any certificate and blocks.
 *
 * @param head first line and headers but {@code Host}, {@code Connection} and {@code Content-Length}, divided by CR LF
 */
record OneRequest(int port, boolean tls, String head, String body) {
    private static final SSLContext ANY = context();

    static OneRequest get(int port, boolean tls, String path) {
        return new OneRequest(port, tls, "GET " + path + " HTTP/1.1", "");
    }

    static OneRequest get(int port, boolean tls, String path, String token) {
        return new OneRequest(port, tls, "GET " + path + " HTTP/1.1\r\nAuthorization: Bearer " + token, "");
    }

    static OneRequest post(int port, String path, String json) {
        return new OneRequest(port, true, "POST " + path + " HTTP/1.1\r\nContent-Type: application/json", json);
    }

    /** An answer: its status, and all of it as text. */
    record Answer(int status, String text) {}

    /** Sends it, and reads the answer. Fails when there is none within the time. */
    Answer send(Duration limit) throws IOException {
        int millis = (int) limit.toMillis();
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress("127.0.0.1", port), millis);
            plain.setSoTimeout(millis);
            try (Socket socket = tls ? ANY.getSocketFactory().createSocket(plain, "localhost", port, true) : plain) {
                byte[] content = body.getBytes(StandardCharsets.UTF_8);
                socket.getOutputStream()
                        .write((head + "\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + content.length
                                        + "\r\n\r\n" + body)
                                .getBytes(StandardCharsets.UTF_8));
                String text = read(socket.getInputStream());
                if (!text.startsWith("HTTP/1.1 ")) {
                    throw new IOException("closed without an answer");
                }
                return new Answer(Integer.parseInt(text.substring(9, 12)), text);
            }
        }
    }

    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        in.transferTo(all);
        return all.toString(StandardCharsets.UTF_8);
    }

    private static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, null);
            return context;
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
