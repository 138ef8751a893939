package io.trainyard.launcher.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.List;

/** The classes that the rules are about: main code of every module but the one that only serves tests. */
final class OurCode implements ImportOption {
    static final String ROOT = "io.trainyard";
    static final String FOUNDATION = "io.trainyard.foundation..";
    static final String SPI = "io.trainyard.spi..";
    static final String CORE = "io.trainyard.core..";
    static final String LOCAL = "io.trainyard.local..";
    static final String DASHBOARD = "io.trainyard.dashboard..";
    static final String LAUNCHER = "io.trainyard.launcher..";
    static final String PLUGINS = "io.trainyard.plugins..";
    static final String VERTX = "io.vertx..";
    static final String CLIENT = "io.fabric8.kubernetes.client..";

    @Override
    public boolean includes(Location location) {
        return !location.contains("/test-classes/") && !location.contains("/testcluster/");
    }

    /** A call of any method of that name, whatever its parameters. */
    static DescribedPredicate<JavaAccess<?>> callOf(Class<?> owner, String... names) {
        return DescribedPredicate.describe(
                owner.getSimpleName() + "." + String.join("/", names),
                access -> access.getTargetOwner().isEquivalentTo(owner)
                        && List.of(names).contains(access.getTarget().getName()));
    }

    /** A call of any method of that name on that type or one below it. */
    static DescribedPredicate<JavaAccess<?>> callOn(Class<?> type, String... names) {
        return DescribedPredicate.describe(
                type.getSimpleName() + "." + String.join("/", names),
                access -> access.getTargetOwner().isAssignableTo(type)
                        && List.of(names).contains(access.getTarget().getName()));
    }
}
