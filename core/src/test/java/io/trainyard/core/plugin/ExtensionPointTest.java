package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ExtensionPointTest {
    @Test
    @DisplayName("PIPE-02: there are six places where a plugin takes part, under the names that vendors know")
    void thereAreSix() {
        assertThat(ExtensionPoint.values())
                .extracting(ExtensionPoint::toString)
                .containsExactly(
                        "WatchExtension",
                        "CustomValidation",
                        "EnforceMLPolicy",
                        "EnforcePodGroupPolicy",
                        "ComponentBuilder",
                        "TerminalCondition");
    }
}
