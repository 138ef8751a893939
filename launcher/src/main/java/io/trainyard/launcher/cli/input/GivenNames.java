package io.trainyard.launcher.cli.input;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.foundation.name.GeneratedName;
import io.trainyard.spi.model.TrainJob;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** Names for TrainJobs that have {@code metadata.generateName} alone: made once, as an API server does, and told. */
public final class GivenNames {
    private final Consumer<String> told;
    private final Map<String, String> names = new HashMap<>();

    /**
     * @param told is given a line for each name
     */
    public GivenNames(Consumer<String> told) {
        this.told = told;
    }

    /** The TrainJob under a name of its own, the same one whenever its file is read. */
    public TrainJob named(Manifest<TrainJob> manifest) {
        TrainJob written = manifest.object();
        if (!manifest.hasGeneratedName()) {
            return written;
        }
        String prefix = written.getMetadata().getGenerateName();
        String name = names.computeIfAbsent(written.toString(), standIn -> {
            String made = GeneratedName.of(prefix, ThreadLocalRandom.current());
            told.accept("generateName " + prefix + ": the TrainJob is " + made);
            return made;
        });
        TrainJob named = new TrainJob();
        named.setMetadata(
                new ObjectMetaBuilder(written.getMetadata()).withName(name).build());
        named.setSpec(written.getSpec());
        return named;
    }
}
