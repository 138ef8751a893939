package io.trainyard.core.leader;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Lease as JSON and what of an answer a renewal needs, field by field: a tenth of the work of mapping every field of its classes, every second. */
final class LeaseJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int SIZE = 512;

    /** API servers want all six digits of the microseconds. */
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX", Locale.ROOT);

    private LeaseJson() {}

    /**
     * The whole Lease for an update.
     *
     * @return empty when it has something that is not written here, and would be lost
     */
    static Optional<byte[]> of(Lease lease) {
        if (!isPlain(lease)) {
            return Optional.empty();
        }
        var bytes = new ByteArrayOutputStream(SIZE);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("apiVersion", "coordination.k8s.io/v1");
            json.writeStringField("kind", "Lease");
            write(json, lease.getMetadata());
            write(json, lease.getSpec());
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("bytes in memory can be written", impossible);
        }
        return Optional.of(bytes.toByteArray());
    }

    /** Owners, finalizers and what newer API servers know besides are somebody else's, and rare. */
    private static boolean isPlain(Lease lease) {
        ObjectMeta metadata = lease.getMetadata();
        LeaseSpec spec = lease.getSpec();
        return isEmpty(metadata.getOwnerReferences())
                && isEmpty(metadata.getFinalizers())
                && isEmpty(metadata.getAdditionalProperties())
                && isEmpty(lease.getAdditionalProperties())
                && isEmpty(spec.getAdditionalProperties())
                && spec.getStrategy() == null
                && spec.getPreferredHolder() == null;
    }

    private static boolean isEmpty(@Nullable Collection<?> values) {
        return values == null || values.isEmpty();
    }

    private static boolean isEmpty(@Nullable Map<?, ?> values) {
        return values == null || values.isEmpty();
    }

    private static void write(JsonGenerator json, ObjectMeta metadata) throws IOException {
        json.writeObjectFieldStart("metadata");
        json.writeStringField("name", metadata.getName());
        json.writeStringField("namespace", metadata.getNamespace());
        text(json, "uid", metadata.getUid());
        text(json, "resourceVersion", metadata.getResourceVersion());
        texts(json, "labels", metadata.getLabels());
        texts(json, "annotations", metadata.getAnnotations());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, LeaseSpec spec) throws IOException {
        json.writeObjectFieldStart("spec");
        text(json, "holderIdentity", spec.getHolderIdentity());
        number(json, "leaseDurationSeconds", spec.getLeaseDurationSeconds());
        time(json, "acquireTime", spec.getAcquireTime());
        time(json, "renewTime", spec.getRenewTime());
        number(json, "leaseTransitions", spec.getLeaseTransitions());
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    private static void number(JsonGenerator json, String name, @Nullable Integer value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }

    private static void time(JsonGenerator json, String name, @Nullable ZonedDateTime value) throws IOException {
        if (value != null) {
            json.writeStringField(name, MICRO_TIME.format(value));
        }
    }

    private static void texts(JsonGenerator json, String name, @Nullable Map<String, String> values)
            throws IOException {
        if (values == null || values.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> value : values.entrySet()) {
            json.writeStringField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
    }

    /**
     * The version of an object.
     *
     * @param object JSON
     * @throws IOException when it is no object with a version
     */
    static String resourceVersion(byte[] object) throws IOException {
        try (JsonParser json = JSON.createParser(object)) {
            if (json.nextToken() == JsonToken.START_OBJECT
                    && find(json, "metadata")
                    && json.currentToken() == JsonToken.START_OBJECT
                    && find(json, "resourceVersion")
                    && json.currentToken() == JsonToken.VALUE_STRING) {
                return json.getText();
            }
        }
        throw new IOException("it has no metadata.resourceVersion");
    }

    /** Moves to the value of that field of the object that it is in; false when there is none. */
    private static boolean find(JsonParser json, String field) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean wanted = field.equals(json.currentName());
            json.nextToken();
            if (wanted) {
                return true;
            }
            json.skipChildren();
        }
        return false;
    }
}
