package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import java.util.Arrays;
import java.util.List;

/** The interfaces by which a plugin takes part. */
public enum ExtensionPoint {
    WATCH_EXTENSION(WatchExtension.class),
    CUSTOM_VALIDATION(CustomValidation.class),
    ENFORCE_ML_POLICY(EnforceMLPolicy.class),
    ENFORCE_POD_GROUP_POLICY(EnforcePodGroupPolicy.class),
    COMPONENT_BUILDER(ComponentBuilder.class),
    TERMINAL_CONDITION(TerminalCondition.class),
    JOB_NOTES(JobNotes.class);

    private final Class<? extends Plugin> type;

    ExtensionPoint(Class<? extends Plugin> type) {
        this.type = type;
    }

    /** The points whose interfaces a plugin implements. */
    static List<ExtensionPoint> of(Plugin plugin) {
        return Arrays.stream(values())
                .filter(point -> point.type.isInstance(plugin))
                .toList();
    }

    /** Name of the interface, for metrics and messages. */
    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
