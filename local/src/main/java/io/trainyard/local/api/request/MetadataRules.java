package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.NameRule;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.selector.Syntax;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What metadata must be like, whatever the kind. */
final class MetadataRules {
    private static final int MAX_ANNOTATIONS_SIZE = 256 * 1024;
    private static final List<String> IMMUTABLE = List.of("name", "namespace");

    private MetadataRules() {}

    static List<FieldError> check(ResourceType type, Map<String, Object> object) {
        List<FieldError> errors = new ArrayList<>();
        Map<String, Object> metadata = Tree.child(object, "metadata");
        String name = Tree.text(metadata, "name");
        String generateName = Tree.text(metadata, "generateName");
        NameRule rule = type.behavior().nameRule();
        if (!generateName.isEmpty()) {
            // A prefix may end in a way in which a name may not.
            rule.problemOf(PlainText.withoutEnd(generateName, "-.") + "a")
                    .ifPresent(
                            problem -> errors.add(FieldError.invalid("metadata.generateName", generateName, problem)));
        }
        if (name.isEmpty()) {
            errors.add(FieldError.required("metadata.name", "name or generateName is required"));
        } else {
            rule.problemOf(name).ifPresent(problem -> errors.add(FieldError.invalid("metadata.name", name, problem)));
        }
        checkLabels(metadata, errors);
        checkAnnotations(metadata, errors);
        checkOwners(metadata, errors);
        return errors;
    }

    private static void checkLabels(Map<String, Object> metadata, List<FieldError> errors) {
        Tree.child(metadata, "labels").forEach((key, value) -> {
            Syntax.problemsOfLabelKey(key)
                    .forEach(problem -> errors.add(FieldError.invalid("metadata.labels", key, problem)));
            Syntax.problemsOfLabelValue(String.valueOf(value))
                    .forEach(problem -> errors.add(FieldError.invalid("metadata.labels", value, problem)));
        });
    }

    private static void checkAnnotations(Map<String, Object> metadata, List<FieldError> errors) {
        long size = 0;
        for (Map.Entry<String, Object> entry :
                Tree.child(metadata, "annotations").entrySet()) {
            Syntax.problemsOfLabelKey(entry.getKey().toLowerCase(Locale.ROOT))
                    .forEach(
                            problem -> errors.add(FieldError.invalid("metadata.annotations", entry.getKey(), problem)));
            size += entry.getKey().length();
            size += String.valueOf(entry.getValue()).getBytes(StandardCharsets.UTF_8).length;
        }
        if (size > MAX_ANNOTATIONS_SIZE) {
            errors.add(new FieldError(
                    "metadata.annotations",
                    FieldError.Kind.TOO_LONG,
                    null,
                    "may not be more than " + MAX_ANNOTATIONS_SIZE + " bytes"));
        }
    }

    private static void checkOwners(Map<String, Object> metadata, List<FieldError> errors) {
        List<Map<String, Object>> owners = Tree.objects(metadata, "ownerReferences");
        int controllers = 0;
        for (int i = 0; i < owners.size(); i++) {
            for (String field : List.of("apiVersion", "kind", "name", "uid")) {
                if (Tree.text(owners.get(i), field).isEmpty()) {
                    errors.add(FieldError.invalid(
                            "metadata.ownerReferences[" + i + "]." + field, "", field + " must not be empty"));
                }
            }
            if (Tree.flag(owners.get(i), "controller")) {
                controllers++;
            }
        }
        if (controllers > 1) {
            errors.add(FieldError.invalid(
                    "metadata.ownerReferences", owners, "only one reference can have controller set to true"));
        }
    }

    static List<FieldError> checkUpdate(ResourceType type, Map<String, Object> object, Map<String, Object> previous) {
        List<FieldError> errors = check(type, object);
        for (String field : IMMUTABLE) {
            Object now = Tree.at(object, "metadata", field);
            if (!Objects.equals(now, Tree.at(previous, "metadata", field))) {
                errors.add(FieldError.invalid("metadata." + field, now, "field is immutable"));
            }
        }
        if (Tree.at(previous, "metadata", "deletionTimestamp") != null) {
            List<Object> added = new ArrayList<>(Tree.list(object, "metadata", "finalizers"));
            added.removeAll(Tree.list(previous, "metadata", "finalizers"));
            if (!added.isEmpty()) {
                errors.add(FieldError.forbidden(
                        "metadata.finalizers",
                        "no new finalizers can be added if the object is being deleted, found new finalizers "
                                + added));
            }
        }
        return errors;
    }
}
