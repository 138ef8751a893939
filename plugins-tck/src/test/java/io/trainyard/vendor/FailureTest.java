package io.trainyard.vendor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.trainyard.tck.Check;
import io.trainyard.tck.PluginTck;
import io.trainyard.tck.Samples;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;

@DisplayName("The test kit tells of a plugin that fails in the words of the controller (API-211)")
final class FailureTest {
    @Test
    void pointPlaceAndCauseAreNamed() {
        DynamicTest determinism = PluginTck.of(FailingPlugin::new)
                .sample(Samples.RUNTIME, Samples.TRAIN_JOB)
                .tests()
                .filter(test -> test.getDisplayName().equals(Check.DETERMINISM.toString()))
                .findFirst()
                .orElseThrow();

        Throwable failure = catchThrowable(determinism.getExecutable()::execute);

        assertThat(failure)
                .isInstanceOf(AssertionError.class)
                .hasCauseInstanceOf(NullPointerException.class)
                .hasMessageMatching(
                        "DETERMINISM: plugin acme failed in EnforceMLPolicy at"
                                + " io.trainyard.vendor.FailingPlugin.enforce\\(FailingPlugin.java:\\d+\\): NullPointerException: .*");
    }
}
