package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;

/**
 * Names the kinds whose changes concern TrainJobs. The host opens one watch per kind, also when several plugins name it. A kind
 * that the cluster does not know is reported once and picked up when it appears.
 */
public interface WatchExtension extends Plugin {
    /** Asked once, at start. */
    List<WatchSpec<?>> watches();
}
