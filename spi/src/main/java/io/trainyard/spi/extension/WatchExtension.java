package io.trainyard.spi.extension;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;

/**
 * Names the kinds whose changes concern TrainJobs. The host opens one watch for each kind, also when several plugins name it. A kind that the cluster
 * does not know is reported once and picked up when it appears.
 *
 * <ul>
 *   <li><b>Called</b> once, after {@link #start}; the mappers of the answer with every event of an object.
 *   <li><b>Thread</b>: the one that starts the plugins, not the event loop. Mappers run on the thread that read the event, several at a time, whatever
 *       {@link #isSlow} says.
 *   <li><b>Order</b>: none; the mappers of several plugins for one kind are all asked.
 *   <li><b>Nulls</b>: neither the list nor anything in it may be null.
 *   <li><b>Errors</b>: when {@link #watches} throws, the plugin is not used. When a mapper throws, the event is passed over for this plugin and counted.
 * </ul>
 */
public interface WatchExtension extends Plugin {
    /** The kinds, each with its mapper; empty for none. */
    List<WatchSpec<?>> watches();
}
