package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType.ScalePaths;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What must hold for the number that the scale subresource of a custom kind sets. Pure. */
final class ScaleRules {
    private ScaleRules() {}

    static List<FieldError> check(Map<String, Object> object, ScalePaths paths) {
        @Nullable Object value = Tree.at(object, paths.specReplicas().toArray(String[]::new));
        String path = "." + String.join(".", paths.specReplicas());
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof Number number) || number instanceof Double || number instanceof BigDecimal) {
            return List.of(FieldError.invalid(
                    path,
                    0L,
                    path + " accessor error: " + value + " is of the type " + nameOf(value) + ", expected int64"));
        }
        if (number.longValue() < 0) {
            return List.of(FieldError.invalid(path, value, "should be a non-negative integer"));
        }
        return number.longValue() > Integer.MAX_VALUE
                ? List.of(FieldError.invalid(path, value, "should be less than or equal to " + Integer.MAX_VALUE))
                : List.of();
    }

    private static String nameOf(Object value) {
        if (value instanceof String) {
            return "string";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        if (value instanceof BigInteger || value instanceof Number) {
            return "float64";
        }
        return value instanceof List ? "[]interface {}" : "map[string]interface {}";
    }
}
