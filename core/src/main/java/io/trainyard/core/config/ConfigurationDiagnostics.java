package io.trainyard.core.config;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Location;
import io.trainyard.foundation.yaml.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where values come from, and everything that is wrong with them. Lives as long as one reading. */
final class ConfigurationDiagnostics {
    private static final Comparator<Problem> BY_LINE =
            Comparator.comparingInt(problem -> problem.location().line());

    private final @Nullable Document document;
    private final Map<String, FlagOverride> flags = new LinkedHashMap<>();
    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    ConfigurationDiagnostics(@Nullable Document document, List<FlagOverride> overrides) {
        this.document = document;
        overrides.forEach(override -> flags.put(override.path(), override));
    }

    /** The flag that stands for this field, if it was given. */
    Optional<FlagOverride> flag(FieldPath path) {
        return Optional.ofNullable(flags.get(path.text()));
    }

    /** True when a flag stands for a field inside this section. */
    boolean hasFlagIn(FieldPath section) {
        return flags.keySet().stream().anyMatch(path -> path.startsWith(section.text() + "."));
    }

    /** A scalar as it was written. */
    Optional<String> written(FieldPath path) {
        return document == null ? Optional.empty() : document.written(path.text());
    }

    void error(FieldPath path, String message) {
        errors.add(problem(path, message));
    }

    void warning(FieldPath path, String message) {
        warnings.add(problem(path, message));
    }

    private Problem problem(FieldPath path, String message) {
        FlagOverride flag = flags.get(path.text());
        if (flag != null) {
            return new Problem(Location.of(flag.flag()), path.text(), message);
        }
        return document == null
                ? new Problem(Location.of("defaults"), path.text(), message)
                : document.problem(path, message);
    }

    /** The outcome, its problems in the order of the file, after those of flags. */
    ConfigurationResult result(Configuration configuration) {
        errors.sort(BY_LINE);
        warnings.sort(BY_LINE);
        return errors.isEmpty()
                ? new ConfigurationResult.Valid(configuration, warnings)
                : new ConfigurationResult.Invalid(errors, warnings);
    }
}
