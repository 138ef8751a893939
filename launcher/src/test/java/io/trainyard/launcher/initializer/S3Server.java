package io.trainyard.launcher.initializer;

import io.trainyard.foundation.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The S3 server of the initializer's own tests, in a process of its own, with the files of a folder in a bucket. Methods block.
 *
 * @param process the server
 * @param address where it listens
 */
record S3Server(Process process, String address) implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Starts it and waits until all files are there. */
    static S3Server start(Path python, Path suite, String bucket, Path files, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        List.of(python.toString(), "-m", "stores.s3", bucket, files.toString()))
                .directory(suite.resolve("tests").toFile())
                .redirectError(log.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        @SuppressWarnings("resource") // Ends with the process.
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String address = said.readLine();
        if (address == null) {
            throw new IOException("the S3 server did not start; see " + log);
        }
        return new S3Server(process, address);
    }

    /** How many bytes of each object it has sent so far, by {@code /bucket/key}. */
    Map<String, Long> sent() throws IOException, InterruptedException {
        return sent("sent");
    }

    /** How many bytes it has sent of all objects whose {@code /bucket/key} begins so. */
    long sentBelow(String prefix) throws IOException, InterruptedException {
        return sent().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** From now on it sends pieces of so many bytes, with a pause after each; 0 bytes for no pauses. */
    void pace(int bytes, Duration pause) throws IOException, InterruptedException {
        sent("pace/" + bytes + "/" + pause.toMillis());
    }

    private Map<String, Long> sent(String command) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/-/" + command))
                .timeout(Duration.ofSeconds(20))
                .build();
        Map<String, Long> counts = new java.util.TreeMap<>();
        Json.parseObject(CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray())
                        .body())
                .forEach((key, count) -> counts.put(key, ((Number) count).longValue()));
        return counts;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
