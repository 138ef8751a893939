package io.trainyard.local.api.request;

import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The form into which a cluster brings objects of built-in kinds, because it reads them into types of its own and writes them again: amounts are
 * written in one way only, and empty lists and maps are left out.
 */
final class BuiltInForm {
    /** Amounts of resources are counted in thousandths at the finest. */
    private static final int MILLI = 3;

    private BuiltInForm() {}

    /** Brings a value that fits the schema into that form. */
    static void settle(StructuralSchema schema, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            settleObject(schema, Tree.object(map));
        } else if (value instanceof List<?> list && schema.items().isPresent()) {
            list.forEach(item -> settle(schema.items().get(), item));
        }
    }

    private static void settleObject(StructuralSchema schema, Map<String, Object> object) {
        for (Iterator<Map.Entry<String, Object>> entries = object.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<String, Object> entry = entries.next();
            Optional<StructuralSchema> property = schema.property(entry.getKey());
            if (property.isEmpty()) {
                continue;
            }
            if (property.get().isQuantity()) {
                entry.setValue(canonical(entry.getKey(), entry.getValue()));
            } else if (isEmptyCollection(property.get(), entry.getValue())) {
                entries.remove();
            } else {
                settle(property.get(), entry.getValue());
            }
        }
    }

    private static boolean isEmptyCollection(StructuralSchema schema, Object value) {
        if (value instanceof List<?> list) {
            return list.isEmpty();
        }
        return value instanceof Map<?, ?> map
                && map.isEmpty()
                && schema.additionalProperties().isPresent();
    }

    private static String canonical(String field, Object value) {
        String text = value instanceof Number number
                ? new BigDecimal(number.toString()).toPlainString()
                : String.valueOf(value);
        if (ResourceQuantity.isShort(text)) {
            return text;
        }
        try {
            return ResourceQuantity.parse(text).roundedUp(MILLI).canonical();
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(field + ": " + e.getMessage());
        }
    }
}
