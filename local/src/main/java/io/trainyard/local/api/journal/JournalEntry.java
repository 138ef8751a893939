package io.trainyard.local.api.journal;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.StoredObject;
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
        Map<String, Object> content = Tree.of(
                "group", resource.group(),
                "plural", resource.plural(),
                "namespace", key.namespace(),
                "name", key.name(),
                "revision", revision);
        if (object != null) {
            content.put("object", object);
        }
        return checked(content);
    }

    /** A line with its checksum and its end. */
    static byte[] checked(Map<String, Object> content) {
        String text = Json.text(content);
        return (checksum(text) + ' ' + text + '\n').getBytes(StandardCharsets.UTF_8);
    }

    /** What a line without its end says; empty when it is damaged. */
    static Optional<Map<String, Object>> content(byte[] line) {
        String[] parts = new String(line, StandardCharsets.UTF_8).split(" ", 2);
        if (parts.length < 2 || !parts[0].equals(checksum(parts[1]))) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.parseObject(parts[1]));
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

    private static String checksum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }
}
