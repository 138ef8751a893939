package io.trainyard.spi.extension;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import java.util.List;
import java.util.Objects;

/**
 * Tells people about a TrainJob what only this plugin knows: why its group waits, which pod is the launcher, where its trace is. Shown on the page and by
 * {@code trainyard why}; decides nothing.
 *
 * <ul>
 *   <li><b>Called</b> when somebody looks at a TrainJob, whether or not its runtime selects the plugin; not when it is reconciled.
 *   <li><b>Thread</b>: an event loop or the thread of a command, one call at a time on each, whatever {@link #isSlow} says: only what is in the request, no
 *       input or output.
 *   <li><b>Order</b>: as {@link EnforceMLPolicy}; each plugin's lines stand together.
 *   <li><b>Nulls</b>: nothing in the request is null; neither the list nor anything in it may be.
 *   <li><b>Errors</b>: an exception counts as a fault of the plugin; its lines are missing, everything else is shown.
 * </ul>
 */
public interface JobNotes extends Plugin {
    /** The lines, the most important first; empty for nothing to say. At most ten are shown. */
    List<JobNote> notes(Request request);

    /**
     * What is known of a TrainJob. Whoever looks may not be allowed to read everything, so any of the objects may be missing.
     *
     * @param trainJob the TrainJob; never change it
     * @param objects its JobSet, Jobs, pods, PodGroups and Kueue's Workload, as they are in the cluster; never change them
     */
    record Request(TrainJob trainJob, List<? extends HasMetadata> objects) {
        private static final ObjectMapper MAPPER =
                new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

        public Request {
            objects = List.copyOf(objects);
        }

        /**
         * Those of one kind, in any version of its API.
         *
         * @param type the class to read them as, such as {@code Pod.class}, or one of the plugin's own with the fabric8 annotations for group and kind
         * @throws IllegalArgumentException when an object cannot be read as that class
         */
        public <T extends HasMetadata> List<T> all(Class<T> type) {
            String group = Objects.requireNonNullElse(HasMetadata.getGroup(type), "");
            return objects.stream()
                    .filter(object -> HasMetadata.getKind(type).equals(object.getKind())
                            && group.equals(group(object.getApiVersion())))
                    .map(object -> type.isInstance(object) ? type.cast(object) : MAPPER.convertValue(object, type))
                    .toList();
        }

        private static String group(String apiVersion) {
            int slash = apiVersion.indexOf('/');
            return slash < 0 ? "" : apiVersion.substring(0, slash);
        }
    }
}
