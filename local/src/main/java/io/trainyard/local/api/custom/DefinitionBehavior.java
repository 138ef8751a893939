package io.trainyard.local.api.custom;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.KindBehavior;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Custom resource definitions themselves. A definition that is accepted is in force at once, and says so. */
public final class DefinitionBehavior implements KindBehavior {
    private final CustomTypes types;
    private final Clock clock;

    public DefinitionBehavior(CustomTypes types, Clock clock) {
        this.types = types;
        this.clock = clock;
    }

    @Override
    public boolean countsGenerations() {
        return true;
    }

    @Override
    public void applyDefaults(Map<String, Object> object) {
        Map<String, Object> spec = Tree.ensure(object, "spec");
        Map<String, Object> names = Tree.ensure(spec, "names");
        String kind = Tree.text(names, "kind");
        if (!kind.isEmpty()) {
            names.putIfAbsent("listKind", kind + "List");
            names.putIfAbsent("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (!spec.containsKey("conversion")) {
            spec.put("conversion", Tree.of("strategy", "None"));
        }
    }

    @Override
    public void prepareCreate(Map<String, Object> object) {
        setStatus(object);
    }

    @Override
    public void prepareUpdate(Map<String, Object> object, Map<String, Object> previous) {
        setStatus(object);
    }

    private void setStatus(Map<String, Object> object) {
        Map<String, Object> status = Tree.ensure(object, "status");
        if (Tree.list(status, "conditions").isEmpty()) {
            String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
            List<Object> conditions = new ArrayList<>();
            conditions.add(condition("NamesAccepted", now, "NoConflicts", "no conflicts found"));
            conditions.add(
                    condition("Established", now, "InitialNamesAccepted", "the initial names have been accepted"));
            status.put("conditions", conditions);
        }
        status.put("acceptedNames", Tree.copyOf(Tree.child(object, "spec", "names")));
        List<Object> stored = new ArrayList<>(Tree.list(status, "storedVersions"));
        for (Map<String, Object> version : Tree.objects(object, "spec", "versions")) {
            if (Tree.flag(version, "storage") && !stored.contains(version.get("name"))) {
                stored.add(version.get("name"));
            }
        }
        status.put("storedVersions", stored);
    }

    private static Map<String, Object> condition(String type, String now, String reason, String message) {
        return Tree.of("type", type, "status", "True", "lastTransitionTime", now, "reason", reason, "message", message);
    }

    @Override
    public List<FieldError> validateCreate(Map<String, Object> object) {
        List<FieldError> errors = new ArrayList<>();
        require(object, errors, "spec", "group");
        require(object, errors, "spec", "names", "plural");
        require(object, errors, "spec", "names", "kind");
        require(object, errors, "spec", "scope");
        String expected = Tree.text(object, "spec", "names", "plural") + "." + Tree.text(object, "spec", "group");
        String name = Tree.text(object, "metadata", "name");
        if (errors.isEmpty() && !name.equals(expected)) {
            errors.add(FieldError.invalid(
                    "metadata.name", name, "must be spec.names.plural+\".\"+spec.group, that is \"" + expected + "\""));
        }
        List<Map<String, Object>> versions = Tree.objects(object, "spec", "versions");
        if (versions.isEmpty()) {
            errors.add(FieldError.required("spec.versions", "must have at least one version"));
        } else if (versions.stream()
                        .filter(version -> Tree.flag(version, "storage"))
                        .count()
                != 1) {
            errors.add(FieldError.invalid(
                    "spec.versions", versions.size(), "must have exactly one version marked as storage version"));
        }
        checkSchemas(object, versions, errors);
        return errors;
    }

    private void checkSchemas(Map<String, Object> object, List<Map<String, Object>> versions, List<FieldError> errors) {
        for (int i = 0; i < versions.size(); i++) {
            if (Tree.child(versions.get(i), "schema", "openAPIV3Schema").isEmpty()) {
                errors.add(
                        FieldError.required("spec.versions[" + i + "].schema.openAPIV3Schema", "schemas are required"));
            }
        }
        try {
            types.check(object);
        } catch (IllegalArgumentException e) {
            String text = String.valueOf(e.getMessage());
            int colon = text.indexOf(": ");
            errors.add(
                    colon < 0
                            ? FieldError.invalid("spec.versions", null, text)
                            : FieldError.invalid(text.substring(0, colon), null, text.substring(colon + 2)));
        }
    }

    private static void require(Map<String, Object> object, List<FieldError> errors, String... path) {
        if (Tree.text(object, path).isEmpty()) {
            errors.add(FieldError.required(String.join(".", path), ""));
        }
    }
}
