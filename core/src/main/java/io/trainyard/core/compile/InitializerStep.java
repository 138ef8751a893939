package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.Initializer;
import io.trainyard.spi.model.InitializerSource;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A replicated job that fetches the data set or the model. Pure.
 *
 * @param kind {@code dataset} or {@code model}
 * @param job its name
 * @param source what the TrainJob asks for; empty when that leaves it to the runtime
 */
record InitializerStep(String kind, String job, Optional<InitializerSource> source) {
    private static final List<String> KINDS = List.of("dataset", "model");
    private static final String SUFFIX = "-initializer";

    /** Those of a runtime, data set first. */
    static List<InitializerStep> of(TrainJobSpec spec, List<Map<String, Object>> jobs, Ancestors ancestors) {
        List<InitializerStep> steps = new ArrayList<>();
        for (String kind : KINDS) {
            for (Map<String, Object> job : jobs) {
                String name = String.valueOf(job.get("name"));
                if (ancestors.of(name).filter((kind + SUFFIX)::equals).isPresent()
                        && Containers.find(job, kind + SUFFIX).isPresent()) {
                    steps.add(new InitializerStep(kind, name, source(spec, kind)));
                    break;
                }
            }
        }
        return steps;
    }

    private static Optional<InitializerSource> source(TrainJobSpec spec, String kind) {
        @Nullable Initializer initializer = spec.initializer();
        return initializer == null
                ? Optional.empty()
                : Optional.ofNullable(kind.equals("dataset") ? initializer.dataset() : initializer.model());
    }

    /** The container that fetches. */
    String container() {
        return kind + SUFFIX;
    }

    /** Where it puts what it fetches, as it sees it. */
    String target(Map<String, Object> replicatedJob) {
        return variable(replicatedJob, "TARGET_PATH").orElse("/workspace/" + kind);
    }

    /** The address of the source; empty when nothing says it here. */
    String uri(Map<String, Object> replicatedJob) {
        return variable(replicatedJob, "STORAGE_URI").orElse("");
    }

    /** The scheme of the source, in lower case; empty without one. */
    String scheme(Map<String, Object> replicatedJob) {
        String uri = uri(replicatedJob);
        int end = uri.indexOf("://");
        return end < 0 ? "" : uri.substring(0, end).toLowerCase(Locale.ROOT);
    }

    /** The value of a variable, where it stands in the TrainJob or in the runtime and is not empty. */
    Optional<String> variable(Map<String, Object> replicatedJob, String name) {
        return source.flatMap(asked -> asked.env().stream()
                        .filter(variable -> name.equals(variable.getName()))
                        .reduce((earlier, later) -> later)
                        .map(EnvVar::getValue))
                .or(() -> name.equals("STORAGE_URI") ? source.map(InitializerSource::storageUri) : Optional.empty())
                .or(() -> Containers.find(replicatedJob, container())
                        .flatMap(container -> Tree.objects(container, "env").stream()
                                .filter(variable -> name.equals(variable.get("name")))
                                .reduce((earlier, later) -> later)
                                .map(variable -> Tree.text(variable, "value"))))
                .filter(value -> !value.isEmpty());
    }
}
