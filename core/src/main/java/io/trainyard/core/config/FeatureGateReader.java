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

    static FeatureGates read(ConfigurationSection root, ConfigurationDiagnostics diagnostics) {
        Map<String, Boolean> given = new LinkedHashMap<>();
        root.mappingInFile(FIELD).forEach((name, value) -> {
            FieldPath field = PATH.key(name);
            if (!(value instanceof Boolean on)) {
                diagnostics.error(field, "must be true or false, not " + value);
            } else if (isKnown(name, field, diagnostics)) {
                given.put(name, on);
            }
        });
        diagnostics.flag(PATH).ifPresent(flag -> given.putAll(flag(flag.value().toString(), diagnostics)));
        return FeatureGates.of(given);
    }

    private static Map<String, Boolean> flag(String text, ConfigurationDiagnostics diagnostics) {
        Map<String, Boolean> given = new LinkedHashMap<>();
        for (String part : text.split(",")) {
            String pair = part.strip();
            int equals = pair.indexOf('=');
            if (pair.isEmpty()) {
                continue;
            }
            if (equals < 0) {
                diagnostics.error(
                        PATH, "must be a list such as TrainJobStatus=true,AllBeta=false, not \"" + pair + "\"");
                continue;
            }
            String name = pair.substring(0, equals).strip();
            String value = pair.substring(equals + 1).strip().toLowerCase(Locale.ROOT);
            if (!TRUE.contains(value) && !FALSE.contains(value)) {
                diagnostics.error(PATH, name + " must be true or false, not \"" + value + "\"");
            } else if (isKnown(name, PATH, diagnostics)) {
                given.put(name, TRUE.contains(value));
            }
        }
        return given;
    }

    private static boolean isKnown(String name, FieldPath field, ConfigurationDiagnostics diagnostics) {
        if (FeatureGate.names().contains(name)) {
            return true;
        }
        diagnostics.error(
                field,
                "unknown feature gate " + name + "; known are " + String.join(", ", FeatureGate.names())
                        + NearestName.question(name, FeatureGate.names()));
        return false;
    }
}
