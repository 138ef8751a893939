package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Refuses variables without a name before plugins meet them. A schema does so, too; whoever asks a webhook directly has met none. Pure. */
final class NamedVariables {
    private NamedVariables() {}

    /**
     * Looks at what the TrainJob sets for the trainer.
     *
     * @throws InvalidTrainJobException names the first variable without a name
     */
    static void require(TrainJobSpec spec) {
        List<EnvVar> variables = spec.trainerOrEmpty().env();
        for (int i = 0; i < variables.size(); i++) {
            @Nullable String name = variables.get(i).getName();
            if (name == null || name.isEmpty()) {
                throw new InvalidTrainJobException("spec.trainer.env[" + i + "].name: every variable needs a name");
            }
        }
    }
}
