package io.trainyard.local.api.patch;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.patch.PatchException;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JSON patch (RFC 6902): a list of operations, all of which are done or none. Not by a library: zjsonpatch silently does nothing where the API
 * server refuses to remove what is not there.
 */
public final class JsonPatch {
    private final Map<String, Object> document;

    private JsonPatch(Map<String, Object> document) {
        this.document = document;
    }

    /**
     * The patched object, a deep copy.
     *
     * @throws PatchException when an operation is malformed or cannot be done, or a test fails
     */
    public static Map<String, Object> apply(Map<String, Object> object, List<?> operations) {
        JsonPatch patch = new JsonPatch(Tree.of("", Tree.copy(object)));
        for (int i = 0; i < operations.size(); i++) {
            if (!(operations.get(i) instanceof Map<?, ?> operation)) {
                throw new PatchException("operation " + i + " is not an object");
            }
            patch.perform(Tree.object(operation));
        }
        if (patch.document.get("") instanceof Map<?, ?> result) {
            return Tree.object(result);
        }
        throw new PatchException("the patch replaces the object by something that is none");
    }

    private void perform(Map<String, Object> operation) {
        String name = Tree.text(operation, "op");
        Pointer path = pointer(operation, "path");
        switch (name) {
            case "add" -> add(path, Tree.copyOf(value(operation)));
            case "replace" -> {
                remove(path, name);
                add(path, Tree.copyOf(value(operation)));
            }
            case "remove" -> remove(path, name);
            case "move" -> add(path, remove(pointer(operation, "from"), name));
            case "copy" -> add(path, Tree.copyOf(get(pointer(operation, "from"), name)));
            case "test" -> {
                if (!Objects.equals(find(path), value(operation))) {
                    throw new PatchException(
                            "testing path " + path.text() + " failed: it is not " + Json.text(value(operation)));
                }
            }
            default ->
                throw new PatchException("unknown operation " + Json.text(operation.get("op"))
                        + "; must be add, remove, replace, move, copy or test");
        }
    }

    private static @Nullable Object value(Map<String, Object> operation) {
        if (!operation.containsKey("value")) {
            throw new PatchException("the operation " + Json.text(operation) + " lacks a value");
        }
        return operation.get("value");
    }

    private static Pointer pointer(Map<String, Object> operation, String member) {
        if (operation.get(member) instanceof String text) {
            return Pointer.parse(text);
        }
        throw new PatchException("the operation " + Json.text(operation) + " lacks " + member);
    }

    /** A place in the document: the steps to its parent, and the last step. */
    private record Pointer(String text, List<String> parents, String last) {
        static Pointer parse(String text) {
            if (!text.isEmpty() && !text.startsWith("/")) {
                throw new PatchException("path \"" + text + "\" must be empty or begin with a slash");
            }
            // The document hangs under an empty name, so that the whole of it can be replaced like a member.
            List<String> steps = new ArrayList<>();
            for (String step : text.split("/", -1)) {
                steps.add(step.replace("~1", "/").replace("~0", "~"));
            }
            int last = steps.size() - 1;
            return new Pointer(text, steps.subList(0, last), steps.get(last));
        }
    }

    private @Nullable Object parentOf(Pointer path) {
        Object parent = document;
        for (String step : path.parents()) {
            parent = member(parent, step);
        }
        return parent;
    }

    private static @Nullable Object member(@Nullable Object parent, String step) {
        if (parent instanceof Map<?, ?> map) {
            return map.get(step);
        }
        if (parent instanceof List<?> list) {
            int index = index(step, list.size());
            return index < list.size() ? list.get(index) : null;
        }
        return null;
    }

    private @Nullable Object find(Pointer path) {
        return member(parentOf(path), path.last());
    }

    private @Nullable Object get(Pointer path, String operation) {
        Object parent = parentOf(path);
        boolean present = parent instanceof Map<?, ?> map
                ? map.containsKey(path.last())
                : parent instanceof List<?> list && index(path.last(), list.size()) < list.size();
        if (!present) {
            throw new PatchException(operation + " operation does not apply: doc is missing path: " + path.text());
        }
        return member(parent, path.last());
    }

    private void add(Pointer path, @Nullable Object value) {
        Object parent = parentOf(path);
        if (parent instanceof Map<?, ?> map) {
            Tree.object(map).put(path.last(), value);
        } else if (parent instanceof List<?>) {
            @SuppressWarnings("unchecked") // items of JSON lists have no common type
            List<Object> list = (List<Object>) parent;
            list.add(path.last().equals("-") ? list.size() : index(path.last(), list.size()), value);
        } else {
            throw new PatchException("add operation does not apply: doc is missing path: " + path.text());
        }
    }

    private @Nullable Object remove(Pointer path, String operation) {
        Object value = get(path, operation);
        Object parent = parentOf(path);
        if (parent instanceof Map<?, ?> map) {
            map.remove(path.last());
        } else if (parent instanceof List<?> list) {
            list.remove(index(path.last(), list.size()));
        }
        return value;
    }

    /** An index from 0 to the size; the size itself is where something may be added. */
    private static int index(String step, int size) {
        try {
            int index = Integer.parseInt(step);
            if (index >= 0 && index <= size) {
                return index;
            }
        } catch (NumberFormatException e) {
            throw new PatchException("\"" + step + "\" is no index of a list");
        }
        throw new PatchException("index " + step + " is outside of the list");
    }
}
