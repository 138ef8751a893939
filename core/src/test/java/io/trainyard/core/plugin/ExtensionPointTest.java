package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.jobset.JobSetPlugin;
import java.util.Optional;
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

    @Test
    @DisplayName("PIPE-01: JobSet itself takes part as any plugin does")
    void jobSetIsAPlugin() {
        assertThat(ExtensionPoint.of(new JobSetPlugin(trainJob -> Optional.empty())))
                .contains(ExtensionPoint.COMPONENT_BUILDER, ExtensionPoint.TERMINAL_CONDITION);
    }
}
