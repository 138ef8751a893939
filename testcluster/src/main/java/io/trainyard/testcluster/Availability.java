package io.trainyard.testcluster;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether tests with a real cluster are to run.
 *
 * @param skipped the property {@code testcluster.skip}: they are not wanted
 * @param required the property {@code testcluster.required}: they must not be skipped for lack of programs
 */
record Availability(boolean skipped, boolean required) {

    static final String SKIP_PROPERTY = "testcluster.skip";
    static final String REQUIRED_PROPERTY = "testcluster.required";

    static Availability fromSystemProperties() {
        return new Availability(isSet(SKIP_PROPERTY), isSet(REQUIRED_PROPERTY));
    }

    /**
     * One line that says why tests are skipped; empty when they are to run.
     *
     * @param whatIsMissing what hinders a start, empty for nothing; asked only when it matters
     */
    Optional<String> reasonToSkip(Supplier<Optional<String>> whatIsMissing) {
        if (skipped) {
            return Optional.of("tests on a real cluster are skipped: the property " + SKIP_PROPERTY + " is set");
        }
        if (required) {
            return Optional.empty();
        }
        return whatIsMissing
                .get()
                .map(missing -> "tests on a real cluster are skipped: " + missing + " (-D" + REQUIRED_PROPERTY
                        + "=true makes this a failure)");
    }

    private static boolean isSet(String property) {
        String value = System.getProperty(property);
        return value != null && (value.isEmpty() || Boolean.parseBoolean(value));
    }
}
