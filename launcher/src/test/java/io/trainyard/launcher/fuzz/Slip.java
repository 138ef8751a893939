package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A slip of the pen somewhere in an object: a field left out, a word misspelt, an item twice, a number of the wrong size. */
final class Slip {
    private static final List<Long> NUMBERS = List.of(-1L, 0L, 1L, 70_000L);

    private final Choices choices;
    private String path = "";

    Slip(Choices choices) {
        this.choices = choices;
    }

    /** Makes one, and says where and what. */
    String in(Map<String, Object> object) {
        if (object.isEmpty()) {
            return "";
        }
        String field = new ArrayList<>(object.keySet()).get(choices.below(object.size()));
        path += "." + field;
        Object value = object.get(field);
        if (value instanceof Map<?, ?> inner && !inner.isEmpty()) {
            return in(Tree.object(inner));
        }
        if (value instanceof List<?> && !Tree.list(object, field).isEmpty()) {
            List<Object> items = new ArrayList<>(Tree.list(object, field));
            object.put(field, items);
            return in(items);
        }
        if (choices.oneIn(4)) {
            object.remove(field);
            return path + " left out";
        }
        return write(wrong(value), object, field);
    }

    private String in(List<Object> items) {
        int index = choices.below(items.size());
        path += "[" + index + "]";
        Object item = items.get(index);
        if (choices.oneIn(8)) {
            items.add(Tree.copyOf(item));
            return path + " twice";
        }
        if (item instanceof Map<?, ?> inner) {
            return in(Tree.object(inner));
        }
        items.set(index, wrong(item));
        return path + " is " + items.get(index);
    }

    private String write(Object value, Map<String, Object> object, String field) {
        object.put(field, value);
        return path + " is " + value;
    }

    private Object wrong(Object value) {
        if (value instanceof Number) {
            return choices.of(NUMBERS);
        }
        if (!(value instanceof String text)) {
            return value instanceof Boolean flag ? !flag : value;
        }
        return switch (choices.below(6)) {
            case 0 -> "";
            case 1 -> text + "s";
            case 2 -> text.isEmpty() ? "A" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
            case 3 -> text.replace('-', '_').replace('/', '_') + "_x";
            case 4 -> text + " ";
            default -> text.isEmpty() ? "a" : text.substring(1);
        };
    }
}
