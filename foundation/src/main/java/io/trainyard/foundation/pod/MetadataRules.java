package io.trainyard.foundation.pod;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.regex.LinearPattern;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** Labels and annotations as Kubernetes takes them. Values that are no text are left to the schema. Pure. */
public final class MetadataRules {
    private static final String KEY =
            "must be a name of letters, digits, '-', '_' and '.', at most 63 characters, after an"
                    + " optional domain and '/'";
    private static final String VALUE =
            "must be empty, or at most 63 letters, digits, '-', '_' and '.' that begin and end with a letter or digit";
    private static final int MAX_ANNOTATION_BYTES = 256 * 1024;
    private static final int MAX_NAME_LENGTH = 63;
    private static final LinearPattern NAME = LinearPattern.of("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");

    private MetadataRules() {}

    /** Findings about labels and annotations of a template. */
    public static void ofTemplate(CheckedObject template) {
        CheckedObject metadata = template.child("metadata");
        labels(metadata.child("labels").tree(), metadata.path("labels"), metadata.findings());
        annotations(metadata.child("annotations").tree(), metadata.path("annotations"), metadata.findings());
    }

    /** The text must be what a label is called. */
    static void labelKey(CheckedObject object, String field) {
        if (!isQualifiedName(object.text(field))) {
            object.invalid(field, KEY);
        }
    }

    /** The text must be what a label can be. */
    static void labelValue(CheckedObject object, String field) {
        if (!isLabelValue(object.text(field))) {
            object.invalid(field, VALUE);
        }
    }

    /** Findings about the labels that lie at a path. */
    public static void labels(Map<String, ?> labels, FieldPath path, Validation.Builder findings) {
        labels.forEach((key, value) -> {
            if (!isQualifiedName(key)) {
                findings.error(invalidKey(key, path));
            } else if (value instanceof String text && !isLabelValue(text)) {
                findings.error(FieldError.invalid(path.key(shortened(key)).text(), text, VALUE));
            }
        });
    }

    /** Findings about the annotations that lie at a path: each key, and the size of all together. */
    public static void annotations(Map<String, ?> annotations, FieldPath path, Validation.Builder findings) {
        annotations.keySet().stream()
                .filter(key -> !isQualifiedName(key.toLowerCase(Locale.ROOT)))
                .forEach(key -> findings.error(invalidKey(key, path)));
        annotationSize(annotations, path, findings);
    }

    /** Findings about the size of all annotations of one object together. */
    public static void annotationSize(Map<String, ?> annotations, FieldPath path, Validation.Builder findings) {
        long size = 0;
        for (Map.Entry<String, ?> entry : annotations.entrySet()) {
            size += bytes(entry.getKey()) + (entry.getValue() instanceof String text ? bytes(text) : 0);
        }
        if (size > MAX_ANNOTATION_BYTES) {
            findings.error(new FieldError(
                    path.text(),
                    FieldError.Kind.TOO_LONG,
                    null,
                    "keys and values must have at most " + MAX_ANNOTATION_BYTES + " bytes together, not " + size));
        }
    }

    private static FieldError invalidKey(String key, FieldPath path) {
        return FieldError.invalid(path.key(shortened(key)).text(), key, KEY);
    }

    private static String shortened(String key) {
        int most = DnsName.MAX_SUBDOMAIN + 1 + MAX_NAME_LENGTH;
        return key.length() <= most ? key : key.substring(0, most) + "…";
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static boolean isQualifiedName(String key) {
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        boolean prefix = slash < 0 || DnsName.isSubdomain(key.substring(0, slash));
        return prefix && name.length() <= MAX_NAME_LENGTH && NAME.matches(name);
    }

    /** True for what the value of a label can be; empty is one. */
    public static boolean isLabelValue(String value) {
        return value.isEmpty() || (value.length() <= MAX_NAME_LENGTH && NAME.matches(value));
    }
}
