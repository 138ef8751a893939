package io.trainyard.spi.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import org.junit.jupiter.api.Test;

final class CompletionIndexTest {

    @Test
    void theIndexIsReadFromTheAnnotationOfThePod() {
        // MLP-17
        EnvVar variable = CompletionIndex.variable("RANK");

        assertThat(variable.getName()).isEqualTo("RANK");
        assertThat(variable.getValue()).isNull();
        assertThat(variable.getValueFrom().getFieldRef().getFieldPath())
                .isEqualTo("metadata.annotations['batch.kubernetes.io/job-completion-index']");
    }
}
