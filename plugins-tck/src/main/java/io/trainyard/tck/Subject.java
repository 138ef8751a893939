package io.trainyard.tck;

import io.trainyard.core.plugin.StartContext;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.Plugin;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is tested.
 *
 * @param make makes an instance that has not been started
 * @param jar where it comes from; empty when only an instance is tested
 * @param builtIn whether it may have a name of Trainyard's own
 * @param configuration what it is started with
 * @param samples TrainJobs that it serves; at least one
 * @param mistakes TrainJobs that its validation must refuse
 */
record Subject(
        Supplier<? extends Plugin> make,
        Optional<Path> jar,
        boolean builtIn,
        Map<String, Object> configuration,
        List<Sample> samples,
        List<Sample> mistakes) {
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    /** A started instance in a cluster without objects. */
    Plugin start() {
        return start(Objects.NONE);
    }

    Plugin start(ObjectReader objects) {
        Plugin plugin = make.get();
        plugin.start(new StartContext(CLOCK, configuration, objects));
        return plugin;
    }

    /** Whether a sample gives the same twice; without that nothing else can be compared. */
    boolean isStable(Sample sample) {
        return Trial.of(start(), sample).equals(Trial.of(start(), sample));
    }
}
