package io.trainyard.tck;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plays the second reconcile: the objects exist, the TrainJob has a status and a newer version. Objects that are created once may differ. */
final class ReApplyProbe implements Probe {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public List<String> problems(Subject subject) {
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            if (!subject.isStable(sample)) {
                continue;
            }
            Components first = Trial.built(subject.start(), sample);
            List<HasMetadata> existing = Trial.objects(first).stream()
                    .map(object -> asStored(object, sample))
                    .toList();
            Components second = Trial.built(subject.start(new Objects(existing, null)), sample, later(sample));
            if (!kept(first).equals(kept(second))) {
                problems.add("what is built for " + sample.name()
                        + " changes although nothing that was asked for has changed; "
                        + Difference.of(kept(first), kept(second)));
            }
        }
        return problems;
    }

    private static TrainJob later(Sample sample) {
        TrainJob trainJob = sample.trainJob();
        trainJob.getMetadata().setResourceVersion("4711");
        trainJob.setStatus(MAPPER.convertValue(
                Map.of("jobsStatus", List.of(Map.of("name", "node", "active", 1, "ready", 1))), TrainJobStatus.class));
        return trainJob;
    }

    /** As the host and the API server complete it. */
    private static HasMetadata asStored(HasMetadata object, Sample sample) {
        HasMetadata stored = MAPPER.convertValue(object, object.getClass());
        stored.getMetadata().setUid("00000000-0000-0000-0000-000000000002");
        stored.getMetadata().setResourceVersion("42");
        stored.getMetadata().setOwnerReferences(List.of(TrainJobCompiler.owner(sample.trainJob())));
        return stored;
    }

    private static String kept(Components components) {
        return Sample.json(components.components().stream()
                .filter(component -> component.updatePolicy() != Component.UpdatePolicy.NEVER)
                .map(Component::object)
                .toList());
    }
}
