package io.trainyard.local.api.selector;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Which objects a request is about.
 *
 * @param labels what their labels must be
 * @param fieldSelector what their fields must be
 */
public record Selection(LabelSelector labels, FieldSelector fieldSelector) {
    public static final Selection EVERYTHING = new Selection(LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);

    /**
     * Reads both selectors; empty texts select everything.
     *
     * @throws IllegalArgumentException when one is malformed
     */
    public static Selection parse(String labelSelector, String fieldSelector) {
        return labelSelector.isEmpty() && fieldSelector.isEmpty()
                ? EVERYTHING
                : new Selection(LabelSelector.parse(labelSelector), FieldSelector.parse(fieldSelector));
    }

    /** The fields that are asked for. */
    public List<String> fields() {
        return fieldSelector.fields();
    }

    public boolean isEverything() {
        return labels.isEverything() && fieldSelector.isEverything();
    }

    /** Whether an object with these labels, and these values of fields, is selected. */
    public boolean matches(Map<String, Object> objectLabels, UnaryOperator<String> objectFields) {
        return labels.matches(objectLabels) && fieldSelector.matches(objectFields);
    }
}
