package io.trainyard.testcluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is stored, and of what kinds a namespace has objects, in one request to etcd; to ask the API server takes one for each kind that there is. */
final class StoredKinds {
    private static final String ROOT = "/registry/";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI range;

    /** Of the etcd that answers clients at that port of 127.0.0.1. */
    StoredKinds(int port) {
        range = URI.create("http://127.0.0.1:" + port + "/v3/kv/range");
    }

    /** Blocks for one request. The kinds as etcd's keys name them: {@code pods}, {@code services/specs}, {@code example.com/widgets}. */
    Set<String> of(String namespace) {
        return kinds(state().revisions().keySet(), namespace);
    }

    /** Blocks for one request. */
    StoredState state() {
        String question = "{\"key\": \"%s\", \"range_end\": \"%s\", \"keys_only\": true}"
                .formatted(encoded(ROOT), encoded(ROOT.replaceFirst("/$", "0")));
        try {
            String answer = http.send(
                            HttpRequest.newBuilder(range)
                                    .POST(HttpRequest.BodyPublishers.ofString(question))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            Map<String, Long> revisions = new TreeMap<>();
            for (JsonNode entry : MAPPER.readTree(answer).path("kvs")) {
                byte[] key = Base64.getDecoder().decode(entry.path("key").asText());
                revisions.put(
                        new String(key, StandardCharsets.UTF_8),
                        entry.path("mod_revision").asLong());
            }
            if (revisions.isEmpty()) {
                throw new IllegalStateException("etcd says that nothing is stored: " + answer);
            }
            return new StoredState(revisions);
        } catch (IOException e) {
            throw new IllegalStateException("etcd does not say what is stored", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking what is stored", e);
        }
    }

    /** What stands before the namespace in those keys that have it. */
    static Set<String> kinds(Collection<String> keys, String namespace) {
        Set<String> kinds = new TreeSet<>();
        for (String key : keys) {
            int end = key.indexOf("/" + namespace + "/");
            if (end > ROOT.length() && key.startsWith(ROOT)) {
                kinds.add(key.substring(ROOT.length(), end));
            }
        }
        return kinds;
    }

    private static String encoded(String key) {
        return Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }
}
