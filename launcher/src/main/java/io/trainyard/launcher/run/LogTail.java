package io.trainyard.launcher.run;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.run.folder.FollowedFile;
import io.trainyard.launcher.run.progress.ContainerSnapshot;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.local.kubelet.logs.PodFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what containers write, from their log files. One look at a time. */
final class LogTail {
    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);

    private final Map<Path, Source> sources = new LinkedHashMap<>();

    /** A log that is followed. */
    record Source(PodSnapshot pod, String container, FollowedFile file) {}

    /**
     * What a container has written since the last look.
     *
     * @param lines complete ones; may be empty
     * @param current the line that is being written, such as a progress bar; may be empty
     */
    record Output(PodSnapshot pod, String container, List<String> lines, String current) {}

    /** Follows the containers of a pod from now on; once is enough. */
    void follow(PodSnapshot pod, PodFolder folder) {
        for (ContainerSnapshot container : pod.containers()) {
            Path log = folder.log(container.name());
            sources.putIfAbsent(log, new Source(pod, container.name(), new FollowedFile(log)));
        }
    }

    /** Nothing is followed any more. */
    void clear() {
        sources.clear();
    }

    /** A copy of the list of files to look at; what comes later is seen at the next look. */
    List<Source> sources() {
        return List.copyOf(sources.values());
    }

    /**
     * Everything new in these files.
     *
     * @param last whether nothing will come after that, so that a line without an end counts, too
     */
    @Blocking("reads files; on a worker thread")
    static List<Output> read(List<Source> sources, boolean last) {
        List<Output> outputs = new ArrayList<>();
        for (Source source : sources) {
            List<String> lines = new ArrayList<>();
            try {
                source.file.read(last, lines::add);
            } catch (IOException unreadable) {
                LOG.debug("the log of {} cannot be read now", source.pod.name(), unreadable);
            }
            String current = source.file.current();
            if (!lines.isEmpty() || !current.isEmpty()) {
                outputs.add(new Output(source.pod, source.container, lines, current));
            }
        }
        return outputs;
    }
}
