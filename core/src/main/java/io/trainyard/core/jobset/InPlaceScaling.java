package io.trainyard.core.jobset;

import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.ElasticSettings.OnUnsupported;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whether JobSet changes the number of pods of a JobSet that has started, as far as is known. Only a refusal tells, and JobSet may be replaced by one that
 * does, so a refusal is forgotten after a while. Any thread may ask.
 */
public final class InPlaceScaling {
    /** For so long even who insists on asking goes without, so that a refusal is told and not repeated at once. */
    private static final Duration INSISTING = Duration.ofSeconds(10);

    private final ElasticSettings settings;
    private final TimeSource time;

    /** When JobSet refused last, by the clock of {@link TimeSource#nanos}. */
    private final AtomicReference<@Nullable Long> refused = new AtomicReference<>();

    public InPlaceScaling(ElasticSettings settings, TimeSource time) {
        this.settings = settings;
        this.time = time;
    }

    /** True when a JobSet may be asked. */
    public boolean isPossible() {
        @Nullable Long last = refused.get();
        return switch (settings.jobSetScaling()) {
            case DISABLED -> false;
            case ENABLED -> last == null || time.nanos() - last > INSISTING.toNanos();
            case AUTO ->
                last == null || time.nanos() - last > settings.probeInterval().toNanos();
        };
    }

    /** True when the number of pods can change in some way while the job runs. */
    public boolean isAvailable() {
        return isPossible() || recreates();
    }

    /** True when a JobSet that does not change is made anew. */
    boolean recreates() {
        return settings.onUnsupported() == OnUnsupported.RECREATE;
    }

    /** Least age of a JobSet that is made anew. */
    Duration minAge() {
        return settings.minRecreateInterval();
    }

    /** JobSet has refused. */
    void refused() {
        refused.set(time.nanos());
    }
}
