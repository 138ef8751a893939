package io.trainyard.testcluster.faults;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request as a client sent it.
 *
 * @param number counts the requests that reached the proxy, from 1
 * @param client the name of the client, as the test gave it
 * @param verb {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code patch}, {@code delete} or {@code deletecollection}; a
 *     lower-case HTTP method for requests that are about no resource
 * @param group the API group; empty for the core group
 * @param resource the plural name; empty for requests that are about no resource
 * @param subresource such as {@code status}; empty for none
 * @param namespace empty for none
 * @param name also that of an object to be created; empty when it is about many objects or the server chooses it
 * @param query the parameters
 * @param userAgent what the client calls itself; may be empty
 * @param contentType of the body; may be empty
 * @param body empty for none
 */
public record ApiCall(
        long number,
        String client,
        String verb,
        String group,
        String resource,
        String subresource,
        String namespace,
        String name,
        Map<String, String> query,
        String userAgent,
        String contentType,
        String body) {

    /** Whether the request was made to change something. */
    public boolean isWrite() {
        return switch (verb) {
            case "create", "update", "patch", "delete", "deletecollection" -> true;
            default -> false;
        };
    }

    public boolean isWatch() {
        return verb.equals("watch");
    }

    public boolean isList() {
        return verb.equals("list");
    }

    /** Whether it is about this kind of object or its subresources. */
    public boolean isOf(String plural) {
        return resource.equals(plural);
    }

    /** Whether the caller is content with what an API server that lags behind knows. */
    public boolean acceptsThePast() {
        return "0".equals(query.get("resourceVersion")) && !query.containsKey("continue");
    }

    /** Verb and resource, for example {@code patch trainjobs/status}. */
    public String what() {
        return verb + " " + resource + (subresource.isEmpty() ? "" : "/" + subresource);
    }

    /** SHA-256 of the body, in hexadecimal digits: equal for a request that is sent again. */
    public String bodyHash() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The uid of the object that the write means: a precondition of a deletion, or part of the object that is sent. */
    public Optional<String> statedUid() {
        return stated("uid");
    }

    /** The version of the object that the write means, in the same places. */
    public Optional<String> statedResourceVersion() {
        return stated("resourceVersion");
    }

    private Optional<String> stated(String field) {
        JsonObject sent = json(body);
        JsonObject place = sent.getJsonObject(verb.startsWith("delete") ? "preconditions" : "metadata");
        return place == null ? Optional.empty() : Optional.ofNullable(place.getString(field));
    }

    /** The body; empty when there is none, or it is not a JSON object. */
    static JsonObject json(@Nullable String text) {
        if (text == null || !text.startsWith("{")) {
            return new JsonObject();
        }
        try {
            return new JsonObject(text);
        } catch (DecodeException notJson) {
            return new JsonObject();
        }
    }

    /** Names no body. */
    @Override
    public String toString() {
        return "%d %s: %s %s/%s".formatted(number, client, what(), namespace, name);
    }
}
