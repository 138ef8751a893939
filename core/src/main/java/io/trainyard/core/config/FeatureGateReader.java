package io.trainyard.core.config;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.NearestName;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads feature gates: first those of the file, then those of the flag, which win. */
final class FeatureGateReader {
    static final String FIELD = "featureGates";

    private static final FieldPath PATH = FieldPath.ROOT.field(FIELD);
    private static final Set<String> TRUE = Set.of("1", "t", "true");
    private static final Set<String> FALSE = Set.of("0", "f", "false");

    private FeatureGateReader() {}

    static FeatureGates read(Section root, Findings findings) {
        Map<String, Boolean> given = new LinkedHashMap<>();
        root.mappingInFile(FIELD).forEach((name, value) -> {
            FieldPath field = PATH.key(name);
            if (!(value instanceof Boolean on)) {
                findings.error(field, "must be true or false, not " + value);
            } else if (isKnown(name, field, findings)) {
                given.put(name, on);
            }
        });
        findings.flag(PATH).ifPresent(flag -> given.putAll(flag(flag.value().toString(), findings)));
        return FeatureGates.of(given);
    }

    private static Map<String, Boolean> flag(String text, Findings findings) {
        Map<String, Boolean> given = new LinkedHashMap<>();
        for (String part : text.split(",")) {
            String pair = part.strip();
            int equals = pair.indexOf('=');
            if (pair.isEmpty()) {
                continue;
            }
            if (equals < 0) {
                findings.error(PATH, "must be a list such as TrainJobStatus=true,AllBeta=false, not \"" + pair + "\"");
                continue;
            }
            String name = pair.substring(0, equals).strip();
            String value = pair.substring(equals + 1).strip().toLowerCase(Locale.ROOT);
            if (!TRUE.contains(value) && !FALSE.contains(value)) {
                findings.error(PATH, name + " must be true or false, not \"" + value + "\"");
            } else if (isKnown(name, PATH, findings)) {
                given.put(name, TRUE.contains(value));
            }
        }
        return given;
    }

    private static boolean isKnown(String name, FieldPath field, Findings findings) {
        if (FeatureGate.names().contains(name)) {
            return true;
        }
        findings.error(
                field,
                "unknown feature gate " + name + "; known are " + String.join(", ", FeatureGate.names())
                        + NearestName.question(name, FeatureGate.names()));
        return false;
    }
}
