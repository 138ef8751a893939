package io.trainyard.launcher.cli.render;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;

/** Compiles TrainJobs without a cluster. Used by one thread. */
public interface Renderer extends AutoCloseable {
    /** What the controller would do with a TrainJob of that runtime. Never fails for a mistake of the user: that is a finding. */
    Rendered render(Manifest<TrainJob> trainJob, RuntimeResource runtime);

    /** What admission would say of a runtime. */
    Validation check(Manifest<RuntimeResource> runtime);

    @Override
    void close();

    /**
     * What became of one TrainJob.
     *
     * @param objects the objects that the controller would apply, in that order; empty when there are errors
     * @param findings errors and warnings
     */
    record Rendered(List<HasMetadata> objects, Validation findings) {
        public Rendered {
            objects = List.copyOf(objects);
        }
    }
}
