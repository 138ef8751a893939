package io.trainyard.tck.golden;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a plugin says to a case at admission, as a tree in the form of {@link GoldenCase#expected()}. */
public final class GoldenAdmission {
    private GoldenAdmission() {}

    /**
     * Asks the plugin, which has been started.
     *
     * @return {@code errors} and {@code warnings} as texts, each where there is any
     */
    public static Map<String, Object> of(CustomValidation plugin, GoldenCase golden) {
        RuntimeInfo info = golden.info();
        info.freeze();
        Optional<TrainJob> previous = golden.isUpdate() ? Optional.of(golden.trainJob()) : Optional.empty();
        Validation found = plugin.validate(new CustomValidation.Request(golden.trainJob(), previous, info))
                .await()
                .indefinitely();
        Map<String, Object> said = new LinkedHashMap<>();
        GoldenBuild.put(
                said,
                "errors",
                found.errors().stream().map(FieldError::toString).toList());
        GoldenBuild.put(said, "warnings", found.warnings());
        return said;
    }
}
