package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ExtensionPointTest {
    @Test
    @DisplayName(
            "PIPE-02, PIPE-93: there are six places where a plugin takes part in making objects, under the names that vendors know, and one where it tells people")
    void thereAreSeven() {
        assertThat(ExtensionPoint.values())
                .extracting(ExtensionPoint::toString)
                .containsExactly(
                        "WatchExtension",
                        "CustomValidation",
                        "EnforceMLPolicy",
                        "EnforcePodGroupPolicy",
                        "ComponentBuilder",
                        "TerminalCondition",
                        "JobNotes");
    }
}
