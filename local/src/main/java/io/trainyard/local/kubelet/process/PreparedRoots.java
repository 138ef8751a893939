package io.trainyard.local.kubelet.process;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@link PreparedRoot}s of containers that start at the same moment. Blocks; safe for several threads. */
final class PreparedRoots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PreparedRoots.class);

    /** Containers that start together mostly want the same; for what is rarer it does not pay. */
    private static final int MAX_ROOTS = 4;

    private final Map<List<String>, PreparedRoot> roots = new HashMap<>();

    /**
     * The one with these mount points, made by the first who asks. Empty when it cannot be made: then each container does it for itself, and says what is
     * wrong.
     *
     * @param points what tells it from others
     * @param command makes it
     */
    synchronized Optional<PreparedRoot> get(List<String> points, Supplier<List<String>> command) {
        PreparedRoot known = roots.get(points);
        if (known != null && known.isOpen()) {
            return Optional.of(known);
        }
        if (known == null && roots.size() >= MAX_ROOTS) {
            return Optional.empty();
        }
        try {
            PreparedRoot made = PreparedRoot.open(command.get());
            roots.put(points, made);
            return Optional.of(made);
        } catch (IOException | StartException impossible) {
            LOG.debug("mount points are not shared", impossible);
            return Optional.empty();
        }
    }

    /** Gives all of them back; what comes then makes new ones. */
    @Override
    public synchronized void close() {
        for (PreparedRoot root : roots.values()) {
            try {
                root.close();
            } catch (IOException gone) {
                LOG.debug("the holder of mount points is gone", gone);
            }
        }
        roots.clear();
    }
}
