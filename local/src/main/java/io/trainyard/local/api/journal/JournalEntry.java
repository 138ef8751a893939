package io.trainyard.local.api.journal;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * One line of a journal: what became of one object. A line begins with a checksum, because the last one may be cut off where a machine lost its
 * power. Immutable.
 *
 * @param resource kind of the object
 * @param key name of the object
 * @param revision of the write
 * @param object its new state; null when it was removed
 */
public record JournalEntry(GroupResource resource, ObjectKey key, long revision, @Nullable Map<String, Object> object) {
    private static final int CHECKSUM_LENGTH = 8;
    private static final byte[] OBJECT = ",\"object\":".getBytes(StandardCharsets.US_ASCII);

    /** What a write of the store is to be remembered as. */
    static JournalEntry of(Change change) {
        return change.type() == Change.Type.DELETED
                ? removal(change.object().resource(), change.object().key(), change.revision())
                : of(change.object());
    }

    static JournalEntry of(StoredObject object) {
        return new JournalEntry(object.resource(), object.key(), object.revision(), object.tree());
    }

    static JournalEntry removal(GroupResource resource, ObjectKey key, long revision) {
        return new JournalEntry(resource, key, revision, null);
    }

    /** The line, with its end. */
    byte[] line() {
        Map<String, Object> head = Tree.of(
                "group",
                resource.group(),
                "plural",
                resource.plural(),
                "namespace",
                key.namespace(),
                "name",
                key.name(),
                "revision",
                revision);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] fields = Json.bytes(head);
        // The object comes last and is written as it is, since most of the line is it.
        text.write(fields, 0, fields.length - 1);
        if (object != null) {
            text.writeBytes(OBJECT);
            text.writeBytes(Json.bytes(object));
        }
        text.write('}');
        return checked(text.toByteArray());
    }

    /** A line with its checksum and its end. */
    static byte[] checked(byte[] content) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(content.length + CHECKSUM_LENGTH + 2);
        line.writeBytes(checksum(content, 0).getBytes(StandardCharsets.US_ASCII));
        line.write(' ');
        line.writeBytes(content);
        line.write('\n');
        return line.toByteArray();
    }

    /** What a line without its end says; empty when it is damaged. */
    static Optional<Map<String, Object>> content(byte[] line) {
        if (line.length < CHECKSUM_LENGTH + 3
                || line[CHECKSUM_LENGTH] != ' '
                || !new String(line, 0, CHECKSUM_LENGTH, StandardCharsets.US_ASCII)
                        .equals(checksum(line, CHECKSUM_LENGTH + 1))) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.parseObject(
                    new String(line, CHECKSUM_LENGTH + 1, line.length - CHECKSUM_LENGTH - 1, StandardCharsets.UTF_8)));
        } catch (MalformedTextException damaged) {
            return Optional.empty();
        }
    }

    static JournalEntry parse(Map<String, Object> content) {
        return new JournalEntry(
                new GroupResource(Tree.text(content, "group"), Tree.text(content, "plural")),
                new ObjectKey(Tree.text(content, "namespace"), Tree.text(content, "name")),
                Tree.integer(0, content, "revision"),
                content.get("object") instanceof Map<?, ?> tree ? Tree.object(tree) : null);
    }

    private static String checksum(byte[] bytes, int from) {
        CRC32 sum = new CRC32();
        sum.update(bytes, from, bytes.length - from);
        return String.format("%08x", sum.getValue());
    }
}
