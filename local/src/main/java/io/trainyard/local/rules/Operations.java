package io.trainyard.local.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What operators do to values. */
final class Operations {
    private Operations() {}

    static boolean truth(@Nullable Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw new RuleFailure("no such overload: " + typeOf(value) + " where bool is needed");
    }

    static Map<?, ?> map(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new RuleFailure("no such overload: a field of " + typeOf(value));
    }

    static @Nullable Object field(@Nullable Object value, String name) {
        Map<?, ?> map = map(value);
        if (map.get(name) == null) {
            throw new RuleFailure("no such key: " + name);
        }
        return map.get(name);
    }

    static @Nullable Object item(@Nullable Object value, @Nullable Object key) {
        // A fraction that is a whole number stands for it.
        Object index = key instanceof Double number && number == Math.rint(number) ? (Object) number.longValue() : key;
        if (value instanceof List<?> list && index instanceof Long number) {
            if (number < 0 || number >= list.size()) {
                throw new RuleFailure("index out of bounds: " + number);
            }
            return list.get(number.intValue());
        }
        Map<?, ?> map = map(value);
        if (!map.containsKey(index)) {
            throw new RuleFailure("no such key: " + index);
        }
        return map.get(index);
    }

    /** The items of a list, or the keys of a map. */
    static List<?> elements(@Nullable Object value) {
        return value instanceof List<?> list ? list : new ArrayList<>(map(value).keySet());
    }

    static Object negative(@Nullable Object value) {
        if (value instanceof Long number) {
            return exactly(() -> Math.negateExact(number));
        }
        if (value instanceof Double number) {
            return -number;
        }
        throw overload("-", value, value);
    }

    static @Nullable Object binary(String operator, @Nullable Object left, @Nullable Object right) {
        return switch (operator) {
            case "==" -> isEqual(left, right);
            case "!=" -> !isEqual(left, right);
            case "in" -> contains(right, left);
            case "<" -> compare(operator, left, right) < 0;
            case "<=" -> compare(operator, left, right) <= 0;
            case ">" -> compare(operator, left, right) > 0;
            case ">=" -> compare(operator, left, right) >= 0;
            default -> arithmetic(operator, left, right);
        };
    }

    private static boolean contains(@Nullable Object in, @Nullable Object value) {
        return elements(in).stream().anyMatch(item -> isEqual(item, value));
    }

    /** Numbers of different types are equal when their values are. */
    static boolean isEqual(@Nullable Object left, @Nullable Object right) {
        if (left instanceof Number one && right instanceof Number other) {
            return one.equals(other) || one.doubleValue() == other.doubleValue();
        }
        if (left instanceof List<?> one && right instanceof List<?> other) {
            boolean equal = one.size() == other.size();
            for (int i = 0; equal && i < one.size(); i++) {
                equal = isEqual(one.get(i), other.get(i));
            }
            return equal;
        }
        if (left instanceof Map<?, ?> one && right instanceof Map<?, ?> other) {
            return one.size() == other.size()
                    && one.entrySet().stream()
                            .allMatch(entry -> other.containsKey(entry.getKey())
                                    && isEqual(entry.getValue(), other.get(entry.getKey())));
        }
        return left == null ? right == null : left.equals(right);
    }

    private static int compare(String operator, @Nullable Object left, @Nullable Object right) {
        if (left instanceof Long one && right instanceof Long other) {
            return one.compareTo(other);
        }
        if (left instanceof Number one && right instanceof Number other) {
            return Double.compare(one.doubleValue(), other.doubleValue());
        }
        if (left instanceof String one && right instanceof String other) {
            return one.compareTo(other);
        }
        if (left instanceof Boolean one && right instanceof Boolean other) {
            return one.compareTo(other);
        }
        throw overload(operator, left, right);
    }

    private static Object arithmetic(String operator, @Nullable Object left, @Nullable Object right) {
        if (left instanceof Long one && right instanceof Long other) {
            if (other == 0 && (operator.equals("/") || operator.equals("%"))) {
                throw new RuleFailure(operator.equals("/") ? "division by zero" : "modulus by zero");
            }
            return exactly(() -> switch (operator) {
                case "+" -> Math.addExact(one, other);
                case "-" -> Math.subtractExact(one, other);
                case "*" -> Math.multiplyExact(one, other);
                case "/" -> one / other;
                default -> one % other;
            });
        }
        if (left instanceof Double one && right instanceof Double other && !operator.equals("%")) {
            return switch (operator) {
                case "+" -> one + other;
                case "-" -> one - other;
                case "*" -> one * other;
                default -> one / other;
            };
        }
        if (operator.equals("+") && left instanceof String one && right instanceof String other) {
            return one + other;
        }
        if (operator.equals("+") && left instanceof List<?> one && right instanceof List<?> other) {
            List<@Nullable Object> all = new ArrayList<>(one);
            all.addAll(other);
            return all;
        }
        throw overload(operator, left, right);
    }

    private interface Calculation {
        long result();
    }

    private static Long exactly(Calculation calculation) {
        try {
            return calculation.result();
        } catch (ArithmeticException e) {
            throw new RuleFailure("integer overflow");
        }
    }

    private static RuleFailure overload(String operator, @Nullable Object left, @Nullable Object right) {
        return new RuleFailure("no such overload: " + typeOf(left) + " " + operator + " " + typeOf(right));
    }

    /** The type of a value. */
    static ValueType typeOf(@Nullable Object value) {
        if (value == null) {
            return new ValueType("null_type");
        }
        if (value instanceof Long) {
            return new ValueType("int");
        }
        if (value instanceof Number) {
            return new ValueType("double");
        }
        if (value instanceof Boolean) {
            return new ValueType("bool");
        }
        if (value instanceof Map) {
            return new ValueType("map");
        }
        if (value instanceof List) {
            return new ValueType("list");
        }
        return new ValueType(value instanceof ValueType ? "type" : "string");
    }

    /** A type, which is a value, too. */
    record ValueType(String name) {
        @Override
        public String toString() {
            return name;
        }
    }
}
