package io.trainyard.local.api.protobuf;

import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.protobuf.MessageField.ValueType;
import io.trainyard.local.api.protobuf.MessageTable.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes of a body in the protobuf form of Kubernetes the tree that the same object as JSON has, except that nulls are left out of objects. Bytes that are no such
 * body fail with a {@link MalformedTextException}, and with nothing else.
 */
public final class BodyDecoder {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    /** Far more than objects have; each level costs stack. */
    private static final int MAX_DEPTH = 100;

    private static final MessageTable TABLE = new MessageTable();

    private BodyDecoder() {}

    /**
     * Reads a body.
     *
     * @return empty when it is of a kind whose messages are not known
     * @throws MalformedTextException when the bytes are no body in this form
     */
    public static Optional<Map<String, Object>> decode(byte[] body) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (i >= body.length || body[i] != MAGIC[i]) {
                throw new MalformedTextException(
                        "not protobuf of Kubernetes: the body does not begin with k8s and a zero");
            }
        }
        String apiVersion = "";
        String kind = "";
        WireReader raw = WireReader.empty();
        WireReader in = new WireReader(body, MAGIC.length, body.length);
        while (in.next()) {
            switch (in.number()) {
                case 1 -> {
                    WireReader type = nested(in);
                    while (type.next()) {
                        switch (type.number()) {
                            case 1 -> apiVersion = text(type);
                            case 2 -> kind = text(type);
                            default -> type.skip();
                        }
                    }
                }
                case 2 -> raw = nested(in);
                default -> in.skip();
            }
        }
        if (kind.isEmpty()) {
            throw new MalformedTextException("not protobuf of Kubernetes: the body does not say its kind");
        }
        Map<String, Object> tree = Tree.of("apiVersion", apiVersion, "kind", kind);
        Optional<Message> message = TABLE.ofKind(apiVersion, kind);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        read(message.get(), raw, tree, 0);
        return Optional.of(tree);
    }

    private static WireReader nested(WireReader in) {
        in.require(WireReader.LENGTH);
        return in.nested();
    }

    private static String text(WireReader in) {
        in.require(WireReader.LENGTH);
        return in.text();
    }

    /** Adds what a message has to an object. */
    private static void read(Message message, WireReader in, Map<String, Object> object, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedTextException("more than " + MAX_DEPTH + " messages lie within each other");
        }
        while (in.next()) {
            MessageField field = message.field(in.number());
            if (field == null) {
                in.skip();
            } else if (field.isInline()) {
                read(TABLE.named(field.message()), nested(in), object, depth + 1);
            } else {
                switch (field.shape()) {
                    case ONE -> readOne(field, in, object, depth);
                    case LIST -> readItems(field, in, list(object, field.name()), depth);
                    case MAP -> readEntry(field, nested(in), Tree.ensure(object, field.name()), depth);
                }
            }
        }
    }

    private static void readOne(MessageField field, WireReader in, Map<String, Object> object, int depth) {
        Object value = value(field, in, object.get(field.name()), depth);
        if (value == null || (field.leftOutWhenZero() && value.equals(ValueReader.zero(field.type())))) {
            object.remove(field.name());
        } else {
            object.put(field.name(), value);
        }
    }

    @SuppressWarnings("unchecked") // what a field holds that is a list was put there by this method
    private static List<Object> list(Map<String, Object> object, String name) {
        return (List<Object>) object.computeIfAbsent(name, absent -> new ArrayList<>());
    }

    private static void readItems(MessageField field, WireReader in, List<Object> list, int depth) {
        if (in.type() == WireReader.LENGTH && field.type().isPackable()) {
            WireReader items = in.nested();
            while (!items.isAtEnd()) {
                list.add(ValueReader.unframed(field.type(), items));
            }
        } else {
            list.add(value(field, in, null, depth));
        }
    }

    private static void readEntry(MessageField field, WireReader in, Map<String, Object> map, int depth) {
        String key = "";
        Object value = field.type() == ValueType.MESSAGE
                ? message(TABLE.named(field.message()), WireReader.empty(), null, depth)
                : ValueReader.zero(field.type());
        while (in.next()) {
            switch (in.number()) {
                case 1 -> key = text(in);
                case 2 -> value = value(field, in, null, depth);
                default -> in.skip();
            }
        }
        if (value == null) {
            map.remove(key);
        } else {
            map.put(key, value);
        }
    }

    /** A value; a message goes on with what an earlier part of it said. */
    private static @Nullable Object value(MessageField field, WireReader in, @Nullable Object before, int depth) {
        return field.type() == ValueType.MESSAGE
                ? message(TABLE.named(field.message()), nested(in), before, depth)
                : ValueReader.value(field.type(), in);
    }

    private static @Nullable Object message(Message message, WireReader in, @Nullable Object before, int depth) {
        Map<String, Object> object =
                before instanceof Map<?, ?> map && !message.union() ? Tree.object(map) : new LinkedHashMap<>();
        read(message, in, object, depth + 1);
        return message.union() ? last(message, object) : object;
    }

    private static @Nullable Object last(Message union, Map<String, Object> object) {
        for (MessageField field : union.fields().descendingMap().values()) {
            Object value = object.get(field.name());
            if (value != null) {
                return value;
            }
        }
        return null;
    }
}
