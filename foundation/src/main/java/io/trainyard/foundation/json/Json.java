package io.trainyard.foundation.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SegmentedStringWriter;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.BufferRecycler;
import io.trainyard.foundation.tree.Tree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON text to trees and back. Whole numbers become {@code Long}, all others {@code Double}, as in Kubernetes. */
public final class Json {
    // Non-ASCII characters are escaped so that a client that decodes a stream piece by piece never meets half a
    // character.
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private Json() {}

    /**
     * Parses one document.
     *
     * @throws MalformedTextException when the text is not JSON, or more than one document
     */
    public static @Nullable Object parse(byte[] json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            return document(parser);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /**
     * Parses one document.
     *
     * @throws MalformedTextException when the text is not JSON, or more than one document
     */
    public static @Nullable Object parse(String json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            return document(parser);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /**
     * Parses the first document of a text; what follows it is not looked at.
     *
     * @throws MalformedTextException when the text does not begin with a document
     */
    public static @Nullable Object parseFirst(String json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() == null) {
                throw new JsonParseException(parser, "the text is empty");
            }
            return value(parser);
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /**
     * Parses one document that is an object.
     *
     * @throws MalformedTextException when the text is not JSON, or anything but one object
     */
    public static Map<String, Object> parseObject(byte[] json) {
        return requireObject(parse(json));
    }

    /**
     * Parses one document that is an object.
     *
     * @throws MalformedTextException when the text is not JSON, or anything but one object
     */
    public static Map<String, Object> parseObject(String json) {
        return requireObject(parse(json));
    }

    private static Map<String, Object> requireObject(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new MalformedTextException("not a JSON object");
        }
        return Tree.object(map);
    }

    private static MalformedTextException malformed(IOException e) {
        String place = "";
        String text = String.valueOf(e.getMessage());
        if (e instanceof JsonParseException problem && problem.getLocation() != null) {
            place = " at line " + problem.getLocation().getLineNr() + ", column "
                    + problem.getLocation().getColumnNr();
            text = problem.getOriginalMessage();
        }
        return new MalformedTextException("not JSON" + place + ": " + text, e);
    }

    private static @Nullable Object document(JsonParser parser) throws IOException {
        if (parser.nextToken() == null) {
            throw new JsonParseException(parser, "the text is empty");
        }
        Object value = value(parser);
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "something follows the end of the document");
        }
        return value;
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> (Object) parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new JsonParseException(parser, "unexpected " + token);
        };
    }

    private static List<Object> array(JsonParser parser) throws IOException {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            object.put(name, value(parser));
        }
        return object;
    }

    private static Number integer(JsonParser parser) throws IOException {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            BigInteger big = parser.getBigIntegerValue();
            return big.doubleValue();
        }
        return parser.getLongValue();
    }

    /** One line of UTF-8, in fact of ASCII. */
    public static byte[] bytes(@Nullable Object tree) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(generator, tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** One line of text. */
    public static String text(@Nullable Object tree) {
        SegmentedStringWriter out = new SegmentedStringWriter(new BufferRecycler());
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(generator, tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return out.getAndClear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof String text) {
            generator.writeString(text);
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                generator.writeFieldName((String) entry.getKey());
                write(generator, entry.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof List<?> list) {
            generator.writeStartArray();
            for (Object item : list) {
                write(generator, item);
            }
            generator.writeEndArray();
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Short) {
            generator.writeNumber(((Number) value).longValue());
        } else if (value instanceof Number number) {
            generator.writeNumber(number.doubleValue());
        } else {
            throw new IllegalArgumentException("not part of JSON: " + value.getClass());
        }
    }
}
