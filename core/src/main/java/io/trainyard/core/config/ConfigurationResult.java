package io.trainyard.core.config;

import io.trainyard.foundation.yaml.Problem;
import java.util.List;

/** What reading a configuration gave. */
public sealed interface ConfigurationResult {
    /** What an administrator should know although it is accepted; empty when there is nothing. */
    List<Problem> warnings();

    /**
     * The configuration is good.
     *
     * @param configuration all fields filled
     * @param warnings see {@link #warnings()}
     */
    record Valid(Configuration configuration, List<Problem> warnings) implements ConfigurationResult {
        public Valid {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * The configuration cannot be used.
     *
     * @param errors everything that is wrong, in the order of the file, after what is wrong with flags; never empty
     * @param warnings see {@link #warnings()}
     */
    record Invalid(List<Problem> errors, List<Problem> warnings) implements ConfigurationResult {
        public Invalid {
            errors = List.copyOf(errors);
            warnings = List.copyOf(warnings);
        }
    }
}
