package io.trainyard.spi.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrainJobStatusTest {
    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "Complete, True, true",
        "Failed, True, true",
        "Complete, False, false",
        "Failed, Unknown, false",
        "Suspended, True, false"
    })
    @DisplayName("STATUS-04: a TrainJob has ended when it is Complete or has Failed")
    void endOfATrainJob(String type, String status, boolean finished) throws JsonProcessingException {
        String json =
                """
                {"conditions": [{"type": "%s", "status": "%s", "reason": "R", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}
                """
                        .formatted(type, status);

        assertThat(new ObjectMapper().readValue(json, TrainJobStatus.class).isFinished())
                .isEqualTo(finished);
    }
}
