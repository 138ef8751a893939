package io.trainyard.local.api.protobuf;

import io.trainyard.foundation.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One object in both forms, as the types of Kubernetes write them. */
record Example(byte[] protobuf, Map<String, Object> json) {
    /** Kinds that have, together, every type of field. */
    static final List<String> KINDS = List.of(
            "Secret",
            "Service",
            "CustomResourceDefinition",
            "Lease",
            "ResourceQuota",
            "NetworkPolicy",
            "DeleteOptions",
            "Eviction",
            "PodDisruptionBudget",
            "ValidatingWebhookConfiguration",
            "Event",
            "PersistentVolume",
            "SelfSubjectReview");

    /** Examples of {@link #KINDS}, which a program in Go has written: with all fields, with empty ones, with none. */
    static List<Example> all() {
        try (InputStream in = Example.class.getResourceAsStream("examples.txt")) {
            return read(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads lines: the one form in base64, a space, the other one. */
    static List<Example> read(String lines) {
        return lines.lines()
                .map(line -> line.split(" ", 2))
                .map(forms -> new Example(Base64.getDecoder().decode(forms[0]), withoutNulls(forms[1])))
                .toList();
    }

    private static Map<String, Object> withoutNulls(String json) {
        Map<String, Object> tree = Json.parseObject(json);
        dropNulls(tree);
        return tree;
    }

    private static void dropNulls(Object value) {
        if (value instanceof Map<?, ?> map) {
            map.values().removeIf(Objects::isNull);
            map.values().forEach(Example::dropNulls);
        } else if (value instanceof List<?> list) {
            list.stream().filter(Objects::nonNull).forEach(Example::dropNulls);
        }
    }

    @Override
    public String toString() {
        return json.get("apiVersion") + " " + json.get("kind") + " of " + protobuf.length + " bytes";
    }
}
