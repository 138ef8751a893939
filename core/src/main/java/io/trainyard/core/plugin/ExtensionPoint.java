package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The interfaces by which a plugin takes part. */
public enum ExtensionPoint {
    WATCH_EXTENSION(WatchExtension.class),
    CUSTOM_VALIDATION(CustomValidation.class),
    ENFORCE_ML_POLICY(EnforceMLPolicy.class),
    ENFORCE_POD_GROUP_POLICY(EnforcePodGroupPolicy.class),
    COMPONENT_BUILDER(ComponentBuilder.class),
    TERMINAL_CONDITION(TerminalCondition.class),
    JOB_NOTES(JobNotes.class);

    private static final String CONTRACT = Plugin.class.getPackageName() + ".";

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

    /** By which of them a plugin was called when it threw something; empty when the stack does not say. */
    static Optional<ExtensionPoint> calledIn(Throwable thrown, PluginCode code) {
        // The last of these frames is the one that the host called.
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> code.has(frame) || frame.getClassName().startsWith(CONTRACT))
                .flatMap(frame -> Arrays.stream(values()).filter(point -> point.declares(frame.getMethodName())))
                .reduce((inner, outer) -> outer);
    }

    /** A lambda is named after the method that it stands in. */
    private boolean declares(String method) {
        return Arrays.stream(type.getDeclaredMethods())
                .map(Method::getName)
                .anyMatch(name -> method.equals(name) || method.startsWith("lambda$" + name + "$"));
    }

    /** Name of the interface, for metrics and messages. */
    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
