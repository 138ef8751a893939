package io.trainyard.launcher.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What somebody says about a job beside its program.
 *
 * @param name of the TrainJob; empty for that of the program
 * @param runtime empty for that of the framework
 * @param image empty for that of the runtime
 * @param variables environment variables, in their order
 * @param requests what each node asks for
 * @param limits what each node may have
 */
public record JobSettings(
        Optional<String> name,
        Optional<String> runtime,
        Optional<String> image,
        Map<String, String> variables,
        Map<String, String> requests,
        Map<String, String> limits) {
    /** Nothing is said. */
    public static final JobSettings NONE =
            new JobSettings(Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of(), Map.of());

    public JobSettings {
        variables = new LinkedHashMap<>(variables);
        requests = new LinkedHashMap<>(requests);
        limits = new LinkedHashMap<>(limits);
    }

    /** The same under that name. */
    public JobSettings withName(String newName) {
        return new JobSettings(Optional.of(newName), runtime, image, variables, requests, limits);
    }
}
