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
            } else if (isKnown(name, on, field, diagnostics)) {
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
            } else if (isKnown(name, TRUE.contains(value), PATH, diagnostics)) {
                given.put(name, TRUE.contains(value));
            }
        }
        return given;
    }

    /** Files for newer releases name gates that are not known here; one that is off asks for nothing. */
    private static boolean isKnown(String name, boolean on, FieldPath field, ConfigurationDiagnostics diagnostics) {
        if (FeatureGate.names().contains(name)) {
            return true;
        }
        String unknown = "unknown feature gate " + name;
        String known = "; known are " + String.join(", ", FeatureGate.names())
                + NearestName.question(name, FeatureGate.names());
        if (on) {
            diagnostics.error(field, unknown + known);
        } else {
            diagnostics.warning(field, unknown + " is ignored, because it is false" + known);
        }
        return false;
    }
}
