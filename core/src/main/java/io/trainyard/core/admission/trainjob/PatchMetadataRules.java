package io.trainyard.core.admission.trainjob;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.regex.Pattern;

/** Labels and annotations of overrides and patches. */
final class PatchMetadataRules {
    private static final List<String> WITHOUT_EFFECT = List.of("name", "namespace", "finalizers");
    private static final int MAX_NAME_LENGTH = 63;
    private static final int MAX_PREFIX_LENGTH = 253;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern PREFIX =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private PatchMetadataRules() {}

    static void check(TemplateChange change, Validation.Builder findings) {
        for (TemplateChange.Metadata metadata : change.metadata()) {
            for (String field : WITHOUT_EFFECT) {
                if (metadata.content().get(field) != null) {
                    findings.warning(metadata.path().field(field)
                            + ": is ignored; only labels and annotations of this metadata have an effect");
                }
            }
            entries(metadata, "labels", true, findings);
            entries(metadata, "annotations", false, findings);
        }
    }

    private static void entries(
            TemplateChange.Metadata metadata, String field, boolean label, Validation.Builder findings) {
        Tree.child(metadata.content(), field).forEach((key, value) -> {
            FieldPath path = metadata.path().field(field).key(key);
            if (!isQualifiedName(key)) {
                findings.error(FieldError.invalid(
                        path.text(),
                        key,
                        "must be a name of letters, digits, '-', '_' and '.', at most 63 characters, after an optional"
                                + " domain and '/'"));
            } else if (label && value instanceof String text && !isLabelValue(text)) {
                findings.error(FieldError.invalid(
                        path.text(),
                        text,
                        "must be empty, or at most 63 letters, digits, '-', '_' and '.' that begin and end with a letter"
                                + " or digit"));
            }
        });
    }

    private static boolean isQualifiedName(String key) {
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        boolean prefix = slash < 0
                || slash <= MAX_PREFIX_LENGTH
                        && PREFIX.matcher(key.substring(0, slash)).matches();
        return prefix && name.length() <= MAX_NAME_LENGTH && NAME.matcher(name).matches();
    }

    private static boolean isLabelValue(String value) {
        return value.isEmpty()
                || value.length() <= MAX_NAME_LENGTH && NAME.matcher(value).matches();
    }
}
