package io.trainyard.launcher.process;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Somebody in the cluster who reaches the webhooks' port and means it harm. Blocks. */
final class HostileSenders implements AutoCloseable {
    private static final String PATH = "/validate-trainer-kubeflow-org-v1alpha1-trainjob";
    private static final int SECONDS = 60;

    private final int port;
    private final SSLContext anybody;
    private final List<Socket> open = new ArrayList<>();

    HostileSenders(int port) throws GeneralSecurityException {
        this.port = port;
        this.anybody = SSLContext.getInstance("TLS");
        anybody.init(null, new TrustManager[] {new TrustingAll()}, null);
    }

    /** A body of about this many bytes, made of one part after the other where a TrainJob has a list. */
    static byte[] listOf(String part, int bytes) {
        String list = part.repeat(bytes / part.length());
        return ("{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\", \"request\": {\"uid\": \"u\", \"object\": {\"list\": ["
                        + list.substring(0, list.length() - 1) + "]}}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Posts a body so many times, so many at a time, and waits for all answers; a connection that is closed is one.
     *
     * @return the first lines of the answers
     */
    List<String> post(byte[] body, int times, int atATime) throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(atATime);
        try {
            List<String> answers = new ArrayList<>();
            for (var answer : senders.invokeAll(
                    java.util.Collections.<Callable<String>>nCopies(times, () -> post(body)),
                    2 * SECONDS,
                    TimeUnit.SECONDS)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            senders.shutdownNow();
        }
    }

    private String post(byte[] body) throws IOException {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(head(body.length));
            out.write(body);
            out.flush();
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        } catch (java.net.SocketException | javax.net.ssl.SSLException closed) {
            return "closed";
        }
    }

    /** Opens connections that send a header, or the beginning of a large body, and then nothing; they stay open. */
    void beginAndWait(int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            Socket socket = connect();
            open.add(socket);
            try {
                OutputStream out = socket.getOutputStream();
                byte[] head = head(6 * 1024 * 1024);
                out.write(head, 0, i % 2 == 0 ? head.length / 2 : head.length);
                if (i % 2 == 1) {
                    out.write(new byte[256 * 1024]);
                }
                out.flush();
            } catch (java.net.SocketException | javax.net.ssl.SSLException closed) {
                // Turned away, which is as well.
            }
        }
    }

    private Socket connect() throws IOException {
        Socket socket = anybody.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(SECONDS * 1000);
        return socket;
    }

    private static byte[] head(int length) {
        return ("POST " + PATH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private static final class TrustingAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
