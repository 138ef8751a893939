package io.trainyard.foundation.yaml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.trainyard.foundation.field.FieldPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one or several JSON values in a row. JSON needs a reader of its own although most of it is also YAML: YAML forbids indenting with
 * tabs, which many JSON writers do.
 */
final class JsonTokens {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final String source;
    private final JsonParser parser;
    private final List<Problem> problems = new ArrayList<>();
    private int values;

    private JsonTokens(String source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    static Documents read(String source, String text) {
        if (text.length() > YamlLimits.MAX_CHARACTERS) {
            return Documents.unreadable(Problem.of(source, YamlLimits.TOO_LONG));
        }
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonTokens(source, parser).stream();
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    private Documents stream() throws IOException {
        List<Document> documents = new ArrayList<>();
        try {
            while (parser.nextToken() != null) {
                TreeBuilder root = value(FieldPath.ROOT, 0);
                documents.add(new Document(source, root.value(), root.positions()));
            }
        } catch (JsonProcessingException broken) {
            JsonLocation place = broken.getLocation();
            problems.add(new Problem(
                    place == null ? Location.of(source) : location(place),
                    "",
                    "not valid JSON: " + broken.getOriginalMessage()));
        }
        return new Documents(documents, problems);
    }

    private TreeBuilder value(FieldPath path, int depth) throws IOException {
        JsonLocation start = parser.currentTokenLocation();
        if (depth > YamlLimits.MAX_DEPTH) {
            throw new JsonParseException(parser, YamlLimits.TOO_DEEP, start);
        }
        if (++values > YamlLimits.MAX_VALUES) {
            throw new JsonParseException(parser, YamlLimits.TOO_MANY_VALUES, start);
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return mapping(start, path, depth);
        }
        if (token == JsonToken.START_ARRAY) {
            TreeBuilder.Sequence sequence = new TreeBuilder.Sequence(start.getLineNr(), start.getColumnNr());
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                sequence.add(value(path.item(sequence.size()), depth + 1));
            }
            return sequence.build();
        }
        return new TreeBuilder(
                scalar(token, start, path), Positions.scalar(start.getLineNr(), start.getColumnNr(), parser.getText()));
    }

    private TreeBuilder mapping(JsonLocation start, FieldPath path, int depth) throws IOException {
        TreeBuilder.Mapping mapping = new TreeBuilder.Mapping(start.getLineNr(), start.getColumnNr());
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonLocation keyStart = parser.currentTokenLocation();
            FieldPath field = path.field(key);
            parser.nextToken();
            TreeBuilder value = value(field, depth + 1);
            if (mapping.lineOf(key) > 0) {
                problems.add(new Problem(
                        location(keyStart), field.text(), "given twice; first on line " + mapping.lineOf(key)));
            } else {
                mapping.put(key, value, keyStart.getLineNr(), keyStart.getColumnNr());
            }
        }
        return mapping.build();
    }

    private @Nullable Object scalar(JsonToken token, JsonLocation start, FieldPath path) throws IOException {
        return switch (token) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> integer(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> number(start, path);
            default -> parser.getText();
        };
    }

    private static Object integer(BigInteger value) {
        if (value.bitLength() < 32) {
            return value.intValue();
        }
        return value.bitLength() < 64 ? (Object) value.longValue() : value;
    }

    private Object number(JsonLocation start, FieldPath path) throws IOException {
        String text = parser.getText();
        try {
            return text.length() > 100 ? Double.valueOf(text) : PlainScalars.decimal(text);
        } catch (NumberFormatException impossible) {
            problems.add(new Problem(location(start), path.text(), text + " is no number: " + impossible.getMessage()));
            return text;
        }
    }

    private Location location(JsonLocation place) {
        return new Location(source, place.getLineNr(), place.getColumnNr());
    }
}
