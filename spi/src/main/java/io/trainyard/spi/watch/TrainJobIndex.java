package io.trainyard.spi.watch;

import io.trainyard.spi.model.TrainJob;
import java.util.List;

/** Cached TrainJobs, for mapping an object that no TrainJob owns. Reads never block, on any thread; the answers may be a moment behind. Never null, nor is
 * anything in them; not to be changed. */
public interface TrainJobIndex {
    /** All TrainJobs of a namespace. */
    List<TrainJob> inNamespace(String namespace);

    /** All TrainJobs that name this runtime; the namespace is empty for a ClusterTrainingRuntime. */
    List<TrainJob> ofRuntime(String kind, String namespace, String name);
}
