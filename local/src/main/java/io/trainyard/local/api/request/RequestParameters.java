package io.trainyard.local.api.request;

import io.trainyard.local.client.ApiException;
import java.util.Map;
import java.util.Optional;

/** The query of a request. Values are checked when they are read. Immutable. */
public final class RequestParameters {
    public static final RequestParameters NONE = new RequestParameters(Map.of());

    private final Map<String, String> values;

    public RequestParameters(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** The text of a parameter; empty when it is absent. */
    public String text(String name) {
        return values.getOrDefault(name, "");
    }

    /** Whether a parameter is set to something true. */
    public boolean flag(String name) {
        String text = text(name);
        return switch (text) {
            case "", "false", "0", "f", "F", "False", "FALSE" -> false;
            case "true", "1", "t", "T", "True", "TRUE" -> true;
            default ->
                throw ApiException.badRequest(
                        "query parameter " + name + ": \"" + text + "\" is neither true nor false");
        };
    }

    /** The number that a parameter is set to. */
    public Optional<Long> number(String name) {
        String text = text(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("query parameter " + name + ": \"" + text + "\" is not an integer");
        }
    }

    /** Whether nothing is to be stored (a dry run). */
    public boolean dryRun() {
        String text = text("dryRun");
        if (!text.isEmpty() && !text.equals("All")) {
            throw ApiException.badRequest("query parameter dryRun: \"" + text + "\" is not supported; must be All");
        }
        return !text.isEmpty();
    }

    /** What to do about fields that the kind does not have. */
    public FieldValidation fieldValidation() {
        String text = text("fieldValidation");
        return switch (text) {
            case "", "Warn" -> FieldValidation.WARN;
            case "Ignore" -> FieldValidation.IGNORE;
            case "Strict" -> FieldValidation.STRICT;
            default ->
                throw ApiException.badRequest(
                        "query parameter fieldValidation: \"" + text + "\" must be one of Ignore, Warn, Strict");
        };
    }

    /** What to do about fields that the kind does not have; they are dropped in any case. */
    public enum FieldValidation {
        IGNORE,
        WARN,
        STRICT
    }
}
