package io.trainyard.tck;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.CustomValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

final class FieldPathProbe implements Probe {
    @Override
    public List<String> problems(Subject subject) {
        Plugin plugin = subject.start();
        if (!(plugin instanceof CustomValidation)) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        Stream.concat(subject.samples().stream(), subject.mistakes().stream())
                .flatMap(sample -> Trial.validation(plugin, sample).errors().stream())
                .map(FieldError::path)
                .distinct()
                .filter(path -> !FieldPaths.exists(path))
                .forEach(path -> problems.add("neither a TrainJob nor a runtime has the field " + path));
        for (Sample mistake : subject.mistakes()) {
            if (Trial.validation(plugin, mistake).errors().isEmpty()
                    && ParameterErrors.of(plugin, mistake).isEmpty()
                    && Trial.reserved(plugin, mistake).isEmpty()) {
                problems.add("the mistake in " + mistake.name() + " is not found");
            }
        }
        return problems;
    }
}
