package io.trainyard.local.api.protobuf;

import io.trainyard.local.api.protobuf.MessageField.Shape;
import io.trainyard.local.api.protobuf.MessageField.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the built-in kinds, from {@code messages.txt}. A line is a message: its name, {@code @} and the version of the API when it is a kind of
 * its own ({@code @*} when it has any version), {@code |} when its JSON is that of one of its fields (as of a list that is the value of a map); then for each field its number, its name in JSON (empty
 * when its message has the fields of the message around it), its type after {@code []} for lists or {@code {}} for maps by text, and {@code ?} when JSON leaves a zero value out. May be used on
 * any thread.
 */
final class MessageTable {
    private static final String MESSAGES = "messages.txt";
    private static final String ANY_VERSION = "*";

    private final Map<String, String> lines = new HashMap<>();
    private final Map<String, String> kinds = new HashMap<>();
    private final Map<String, Message> messages = new ConcurrentHashMap<>();

    /**
     * A message.
     *
     * @param union whether its JSON is the value of the last of its fields that is there
     * @param fields by their numbers
     */
    record Message(boolean union, NavigableMap<Integer, MessageField> fields) {
        @Nullable
        MessageField field(int number) {
            return fields.get(number);
        }
    }

    /** Reads the lines; what a line says is read when its message is asked for. */
    MessageTable() {
        text().lines().forEach(line -> {
            // A message may have no fields.
            String head = line.split(" ", 2)[0];
            int at = head.indexOf('@');
            String name = at < 0 ? head.replace("|", "") : head.substring(0, at);
            lines.put(name, line);
            if (at >= 0) {
                String kind = name.substring(name.lastIndexOf('.') + 1);
                kinds.put(key(head.substring(at + 1), kind), name);
            }
        });
    }

    private static String text() {
        try (InputStream in = MessageTable.class.getResourceAsStream(MESSAGES)) {
            if (in == null) {
                throw new IllegalStateException(MESSAGES + " is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String key(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }

    /** The message of a kind; empty for a kind that is not built in. */
    Optional<Message> ofKind(String apiVersion, String kind) {
        String name = kinds.get(key(apiVersion, kind));
        return Optional.ofNullable(name == null ? kinds.get(key(ANY_VERSION, kind)) : name)
                .map(this::named);
    }

    /** Names of all messages. */
    Set<String> names() {
        return Set.copyOf(lines.keySet());
    }

    /** The message of a name that a field has as its type. */
    Message named(String name) {
        return messages.computeIfAbsent(name, this::read);
    }

    private Message read(String name) {
        String line = lines.get(name);
        if (line == null) {
            throw new IllegalStateException(MESSAGES + " lacks " + name);
        }
        return parse(line);
    }

    private static Message parse(String line) {
        String[] words = line.split(" ", -1);
        NavigableMap<Integer, MessageField> fields = new TreeMap<>();
        for (int i = 1; i < words.length; i++) {
            String[] parts = words[i].split(",", -1);
            fields.put(Integer.valueOf(parts[0]), field(parts[1], parts[2]));
        }
        return new Message(words[0].endsWith("|"), fields);
    }

    private static MessageField field(String name, String text) {
        boolean leftOutWhenZero = text.endsWith("?");
        String type = leftOutWhenZero ? text.substring(0, text.length() - 1) : text;
        Shape shape = type.startsWith("[]") ? Shape.LIST : type.startsWith("{}") ? Shape.MAP : Shape.ONE;
        String item = shape == Shape.ONE ? type : type.substring(2);
        return item.indexOf('.') >= 0
                ? new MessageField(name, shape, ValueType.MESSAGE, item, leftOutWhenZero)
                : new MessageField(name, shape, ValueType.valueOf(item.toUpperCase(Locale.ROOT)), "", leftOutWhenZero);
    }
}
