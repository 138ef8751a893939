package io.trainyard.launcher.dashboard;

import io.trainyard.foundation.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The dashboard as a program calls it. Believes any certificate. */
final class Page {
    private final String base;
    private final HttpClient http;

    Page(int port) {
        base = "https://127.0.0.1:" + port + "/api/v1/";
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
            http = HttpClient.newBuilder()
                    .sslContext(tls)
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** An answer. */
    record Answer(int status, String text) {
        Map<String, Object> json() {
            return Json.parseObject(text);
        }
    }

    Answer get(String path, String token) {
        return send(request(path, token));
    }

    Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer =
                    http.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer.body());
        } catch (IOException failed) {
            return new Answer(0, failed.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpRequest.Builder request(String path, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    /** Opens a stream, and reads it on a thread of its own. */
    Stream stream(String path, String token) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = http.send(
                request(path, token).header("Accept", "text/event-stream").build(),
                HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IOException(
                    answer.statusCode() + " " + new String(answer.body().readAllBytes(), StandardCharsets.UTF_8));
        }
        return new Stream(answer.body());
    }

    /** Events as they come. */
    static final class Stream implements AutoCloseable {
        private final InputStream in;
        private final List<Event> events = new CopyOnWriteArrayList<>();
        private volatile boolean ended;

        /**
         * An event of the stream.
         *
         * @param nanos when it came
         */
        record Event(String name, String id, String data, long nanos) {}

        private Stream(InputStream in) {
            this.in = in;
            Thread reader = new Thread(this::read, "stream");
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                String name = "";
                String id = "";
                String data = "";
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("event: ")) {
                        name = line.substring(7);
                    } else if (line.startsWith("id: ")) {
                        id = line.substring(4);
                    } else if (line.startsWith("data: ")) {
                        data = line.substring(6);
                    } else if (line.isEmpty() && !name.isEmpty()) {
                        events.add(new Event(name, id, data, System.nanoTime()));
                        name = "";
                        data = "";
                    }
                }
            } catch (IOException closed) {
                // The server or the test has closed it.
            }
            ended = true;
        }

        List<Event> events() {
            return List.copyOf(events);
        }

        /** The data of all events of a name, one after the other. */
        String data(String name) {
            StringBuilder text = new StringBuilder();
            events.stream().filter(event -> event.name().equals(name)).forEach(event -> text.append(event.data()));
            return text.toString();
        }

        boolean hasEnded() {
            return ended;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

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
