package io.trainyard.core.plugin;

import java.time.Duration;

/**
 * How long a plugin may take.
 *
 * @param build for building components, and for enforcing a policy on a worker; more than zero
 * @param validation for validating, where a user waits; more than zero
 * @param onLoop for keeping the event loop in one call; more than zero
 * @param start for being made, and for starting; more than zero
 */
public record CallLimits(Duration build, Duration validation, Duration onLoop, Duration start) {
    /** 10 s, 3 s, 500 ms and 30 s. */
    public static final CallLimits DEFAULT = new CallLimits(
            Duration.ofSeconds(10), Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofSeconds(30));

    public CallLimits {
        require(build, "build");
        require(validation, "validation");
        require(onLoop, "onLoop");
        require(start, "start");
    }

    /** The same with another limit for starting. */
    public CallLimits withStart(Duration limit) {
        return new CallLimits(build, validation, onLoop, limit);
    }

    private static void require(Duration limit, String name) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException(
                    "the limit for plugin calls \"" + name + "\" must be more than zero: " + limit);
        }
    }

    Duration of(ExtensionPoint point) {
        return point == ExtensionPoint.CUSTOM_VALIDATION ? validation : build;
    }
}
