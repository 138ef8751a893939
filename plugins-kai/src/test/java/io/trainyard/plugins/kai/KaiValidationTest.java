package io.trainyard.plugins.kai;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.FieldError;
import io.trainyard.spi.result.Validation;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said at admission: one file a case in {@code golden/admission}, with the rules that it is about. */
final class KaiValidationTest {
    static List<GoldenCase> cases() {
        return GoldenCase.all("admission");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("errors and warnings are those of the case")
    void judges(GoldenCase golden) {
        RuntimeInfo info = golden.info();
        info.freeze();
        Optional<TrainJob> previous =
                Boolean.TRUE.equals(golden.tree().get("update")) ? Optional.of(golden.trainJob()) : Optional.empty();

        Validation found = golden.plugin()
                .validate(new CustomValidation.Request(golden.trainJob(), previous, info))
                .await()
                .indefinitely();

        Map<String, Object> said = new LinkedHashMap<>();
        if (!found.errors().isEmpty()) {
            said.put("errors", found.errors().stream().map(FieldError::toString).toList());
        }
        if (!found.warnings().isEmpty()) {
            said.put("warnings", found.warnings());
        }
        assertThat(said).as(String.valueOf(golden.tree().get("rules"))).isEqualTo(golden.expected());
    }
}
