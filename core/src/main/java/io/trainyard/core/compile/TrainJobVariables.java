package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.Initializer;
import io.trainyard.spi.model.InitializerSource;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses variables of a TrainJob that no pod can have: without a name, which a schema refuses, too, but whoever asks a webhook directly has met none;
 * or with a value and a source of one. Pure.
 */
final class TrainJobVariables {
    private TrainJobVariables() {}

    /**
     * Looks at what the TrainJob sets for trainer and initializers.
     *
     * @throws InvalidTrainJobException names the first bad variable
     */
    static void require(TrainJobSpec spec) {
        require("spec.trainer.env", spec.trainerOrEmpty().env());
        @Nullable Initializer initializer = spec.initializer();
        if (initializer != null) {
            require("spec.initializer.dataset.env", variables(initializer.dataset()));
            require("spec.initializer.model.env", variables(initializer.model()));
        }
    }

    private static List<EnvVar> variables(@Nullable InitializerSource source) {
        return source == null ? List.of() : source.env();
    }

    private static void require(String path, List<EnvVar> variables) {
        for (int i = 0; i < variables.size(); i++) {
            EnvVar variable = variables.get(i);
            @Nullable String name = variable.getName();
            if (name == null || name.isEmpty()) {
                throw new InvalidTrainJobException(path + "[" + i + "].name: every variable needs a name");
            }
            @Nullable String value = variable.getValue();
            if (value != null && !value.isEmpty() && variable.getValueFrom() != null) {
                throw new InvalidTrainJobException(
                        path + "[" + i + "].valueFrom: may not be set together with a value");
            }
        }
    }
}
