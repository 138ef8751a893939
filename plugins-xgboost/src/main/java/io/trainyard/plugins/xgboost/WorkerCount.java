package io.trainyard.plugins.xgboost;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.framework.UncountedDevices;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.ResourceCounts;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** How many workers a node has. */
final class WorkerCount {
    private static final String AUTO = "auto";
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

    private WorkerCount() {}

    /** As many as the TrainJob says; else one for each accelerator of the container; else one. A value that is not acceptable counts as absent. */
    static int of(RuntimeInfo info, ContainerView container, XgboostConfiguration configuration) {
        return wanted(info)
                .orElseGet(() ->
                        Math.max(1, ResourceCounts.accelerators(container, configuration.acceleratorResources())));
    }

    /** Devices that are not counted though nobody says how many workers there are; empty when there are none. */
    static Optional<String> uncountedDevices(
            RuntimeInfo info, ContainerView container, XgboostConfiguration configuration) {
        return wanted(info).isPresent()
                ? Optional.empty()
                : UncountedDevices.warning(container, configuration.acceleratorResources(), "1 worker on each node");
    }

    /** A count is a number from 1, or the word for what is counted; empty when it is. */
    static List<FieldError> errors(RuntimeInfo info) {
        IntOrString field = info.trainer().numProcPerNode();
        return field == null || AUTO.equals(field.getStrVal()) || wanted(info).isPresent()
                ? List.of()
                : List.of(FieldError.invalid(
                        TrainJobFields.PROCESSES, field.getValue(), "must be a whole number from 1, or auto"));
    }

    private static OptionalInt wanted(RuntimeInfo info) {
        String text = info.trainer().numProcPerNode() == null
                ? ""
                : String.valueOf(info.trainer().numProcPerNode().getValue());
        return NUMBER.matcher(text).matches() ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }
}
