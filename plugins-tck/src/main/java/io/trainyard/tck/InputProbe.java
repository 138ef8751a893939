package io.trainyard.tck;

import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class InputProbe implements Probe {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Override
    public List<String> problems(Subject subject) {
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            TrainJob trainJob = sample.trainJob();
            RuntimeDefinition runtime = sample.runtime();
            String trainJobBefore = Sample.json(trainJob);
            String runtimeBefore = Sample.json(runtime.spec());
            call(subject.start(), trainJob, runtime);
            if (!trainJobBefore.equals(Sample.json(trainJob))) {
                problems.add("the TrainJob " + sample.name() + " was changed; "
                        + Difference.of(trainJobBefore, Sample.json(trainJob)));
            }
            if (!runtimeBefore.equals(Sample.json(runtime.spec()))) {
                problems.add("the template of the runtime of " + sample.name() + " was changed");
            }
        }
        return problems;
    }

    private static void call(Plugin plugin, TrainJob trainJob, RuntimeDefinition runtime) {
        try {
            RuntimeInfo info = Trial.enforced(plugin, trainJob, runtime);
            if (plugin instanceof ComponentBuilder builder) {
                builder.build(new ComponentBuilder.Request(trainJob, info))
                        .await()
                        .atMost(LIMIT);
            }
        } catch (InvalidTrainJobException refused) {
            // A sample may be one that cannot be built.
        }
        if (plugin instanceof CustomValidation validation) {
            RuntimeInfo merged = Trial.merged(trainJob, runtime);
            merged.freeze();
            validation
                    .validate(new CustomValidation.Request(trainJob, Optional.empty(), merged))
                    .await()
                    .atMost(LIMIT);
        }
        if (plugin instanceof TerminalCondition terminal) {
            terminal.terminalCondition(trainJob);
        }
        if (plugin instanceof JobNotes notes) {
            notes.notes(new JobNotes.Request(trainJob, List.of()));
        }
    }
}
