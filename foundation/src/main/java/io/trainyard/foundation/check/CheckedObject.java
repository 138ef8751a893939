package io.trainyard.foundation.check;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object that rules look at: what it holds, where it lies, and where findings go. Values of a wrong type count as absent: the schema tells of
 * them. Paths are written out only for a finding, so that a check of what is right costs little.
 */
public final class CheckedObject {
    private final Map<String, Object> tree;
    private final Supplier<FieldPath> path;
    private final Validation.Builder findings;
    private final boolean byName;

    private CheckedObject(
            Map<String, Object> tree, Supplier<FieldPath> path, Validation.Builder findings, boolean byName) {
        this.tree = tree;
        this.path = path;
        this.findings = findings;
        this.byName = byName;
    }

    /** An object that lies at a path. */
    public static CheckedObject of(Map<String, Object> tree, FieldPath path, Validation.Builder findings) {
        return new CheckedObject(tree, () -> path, findings, false);
    }

    /** An object that was built: users know its items by their names, since they have not written all of them. */
    public static CheckedObject built(Map<String, Object> tree, FieldPath path, Validation.Builder findings) {
        return new CheckedObject(tree, () -> path, findings, true);
    }

    /** What it holds. */
    public Map<String, Object> tree() {
        return tree;
    }

    /** Where a field of it lies. */
    public FieldPath path(String field) {
        return path.get().field(field);
    }

    /** Where it lies. */
    public FieldPath path() {
        return path.get();
    }

    /** Where findings go. */
    public Validation.Builder findings() {
        return findings;
    }

    /** The same place with something else in it, such as defaults. */
    public CheckedObject withTree(Map<String, Object> other) {
        return new CheckedObject(other, path, findings, byName);
    }

    /** The object at a path of fields; empty when there is none. */
    public CheckedObject child(String... fields) {
        return new CheckedObject(
                Tree.child(tree, fields),
                () -> {
                    FieldPath at = path.get();
                    for (String field : fields) {
                        at = at.field(field);
                    }
                    return at;
                },
                findings,
                byName);
    }

    /** The items of a list; one that is no object is empty here. */
    public List<CheckedObject> list(String field) {
        List<Object> items = Tree.list(tree, field);
        List<CheckedObject> objects = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            int index = i;
            Map<String, Object> item = Tree.child(items.get(i));
            String name = byName ? Tree.text(item, "name") : "";
            objects.add(new CheckedObject(
                    item,
                    () -> name.isEmpty() ? path(field).item(index) : path(field).key(name),
                    findings,
                    byName));
        }
        return objects;
    }

    /** Whether a field is there, with any value but null. */
    public boolean has(String field) {
        return tree.get(field) != null;
    }

    /** The text of a field; empty when there is none. */
    public String text(String field) {
        return Tree.text(tree, field);
    }

    /** The number in a field; the default when there is none. */
    public long number(String field, long defaultValue) {
        return Tree.integer(defaultValue, tree, field);
    }

    /** Finds a field wrong; its value is shown. */
    public void invalid(String field, String message) {
        findings.error(FieldError.invalid(path(field).text(), shown(tree.get(field)), message));
    }

    /** Finds an item of a list wrong; its value is shown. */
    public void invalidItem(String field, int index, String message) {
        findings.error(FieldError.invalid(
                path(field).item(index).text(), shown(Tree.list(tree, field).get(index)), message));
    }

    /** Finds a field that must not be there. */
    public void forbidden(String field, String message) {
        findings.error(FieldError.forbidden(path(field).text(), message));
    }

    /** Finds that a field lacks. */
    public void required(String field, String message) {
        findings.error(FieldError.required(path(field).text(), message));
    }

    /** The value, if there is one, is one of these; one with {@code *} at its end stands for all that begin so. */
    public void oneOf(String field, List<String> values) {
        if (tree.get(field) instanceof String text && !text.isEmpty() && !matches(values, text)) {
            findings.error(FieldError.notSupported(
                    path(field).text(),
                    text,
                    "must be one of "
                            + String.join(", ", values).replace("['*", "['…']").replace("-*", "-…")));
        }
    }

    private static boolean matches(List<String> values, String text) {
        return values.stream()
                .anyMatch(value -> value.endsWith("*")
                        ? text.startsWith(value.substring(0, value.length() - 1))
                        : value.equals(text));
    }

    /** Each item of a list is one of these. */
    public void eachOneOf(String field, List<String> values) {
        List<Object> items = Tree.list(tree, field);
        for (int i = 0; i < items.size(); i++) {
            if (!values.contains(String.valueOf(items.get(i)))) {
                findings.error(FieldError.notSupported(
                        path(field).item(i).text(), items.get(i), "must be one of " + String.join(", ", values)));
            }
        }
    }

    /** The text is not among those that others have. */
    public void unique(String field, Object value, Set<Object> others) {
        if (!others.add(value)) {
            findings.error(new FieldError(path(field).text(), FieldError.Kind.DUPLICATE, tree.get(field), ""));
        }
    }

    /** The name is there, is a label, and no other's. */
    public void name(String what, Set<Object> others) {
        String name = text("name");
        if (name.isEmpty()) {
            required("name", "every " + what + " needs a name");
        } else if (!DnsName.isLabel(name)) {
            invalid("name", DnsName.LABEL_RULE);
        } else {
            unique("name", name, others);
        }
    }

    /** The text, if there is one, is a label. */
    public void label(String field) {
        if (!text(field).isEmpty() && !DnsName.isLabel(text(field))) {
            invalid(field, DnsName.LABEL_RULE);
        }
    }

    /** The text, if there is one, is a label that begins with a letter. */
    public void serviceLabel(String field) {
        if (!text(field).isEmpty() && !DnsName.isServiceLabel(text(field))) {
            invalid(field, DnsName.LABEL_RULE + ", and begin with a letter");
        }
    }

    /** The text, if there is one, is what most objects can be called. */
    public void subdomain(String field) {
        if (!text(field).isEmpty() && !DnsName.isSubdomain(text(field))) {
            invalid(field, "must be small letters, digits, '-' and '.' that begin and end with a letter or digit");
        }
    }

    /** The text, if there is one, is a relative path without {@code ..}. */
    public void below(String field) {
        if (text(field).startsWith("/") || List.of(text(field).split("/", -1)).contains("..")) {
            invalid(field, "must be a path below the volume, without '/' at its begin and without '..'");
        }
    }

    /** The number, if there is one, is not negative. */
    public void notNegative(String field) {
        if (tree.get(field) instanceof Number number && number.doubleValue() < 0) {
            invalid(field, "must not be negative");
        }
    }

    /** The number, if there is one, lies between these. */
    public boolean between(String field, long least, long most) {
        boolean outside = tree.get(field) instanceof Number number
                && (number.doubleValue() < least || number.doubleValue() > most);
        if (outside) {
            invalid(field, "must be between " + least + " and " + most);
        }
        return !outside;
    }

    /** What a user wrote: amounts of the model show as their text, too. */
    public static @Nullable Object shown(@Nullable Object written) {
        boolean tree = written instanceof Number
                || written instanceof Boolean
                || written instanceof Map
                || written instanceof List;
        return written == null || tree ? written : written.toString();
    }
}
