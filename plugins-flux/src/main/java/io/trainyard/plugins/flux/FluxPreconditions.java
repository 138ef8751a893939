package io.trainyard.plugins.flux;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.GroupPreconditions;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.model.FluxPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What keeps a TrainJob from being built. Pure. */
final class FluxPreconditions {
    /** More tasks than any machine has processors are a slip of the pen. */
    private static final int MAX_TASKS = 65_536;

    private final RuntimeInfo info;
    private final FluxPolicy policy;
    private final List<FieldError> found = new ArrayList<>();

    private FluxPreconditions(RuntimeInfo info, FluxPolicy policy) {
        this.info = info;
        this.policy = policy;
    }

    /** All that is in the way; empty when the TrainJob can be built. */
    static List<FieldError> of(FrameworkJob<FluxPolicy> job) {
        FluxPreconditions preconditions = new FluxPreconditions(job.info(), job.policy());
        Optional<FluxJob> flux = FluxJob.of(job);
        preconditions.tasks();
        if (flux.isEmpty()) {
            preconditions.runtime(
                    null,
                    "the runtime has mlPolicy.flux, but no replicated job named node with a container named node, in which"
                            + " the brokers could run");
        }
        flux.filter(present -> !FluxEnforcement.isDone(present)).ifPresent(preconditions::job);
        return List.copyOf(preconditions.found);
    }

    private void job(FluxJob job) {
        if (job.nodes() < 1) {
            found.add(FieldError.invalid(
                    TrainJobFields.NODES, job.nodes(), "must be greater than or equal to 1 for a Flux TrainJob"));
        }
        if (job.podSet().initContainers().stream()
                .anyMatch(container -> container.name().equals(FluxEnforcement.INSTALLER))) {
            runtime(
                    FluxEnforcement.INSTALLER,
                    "InitContainer 'flux-installer' is reserved; rename that of the runtime");
        }
        found.addAll(GroupPreconditions.indexes("flux", List.of(job.podSet())));
        found.addAll(GroupPreconditions.hostNames(info, job.nodes()));
        setting(FluxSettings.NETWORK_DEVICE, job.settings().networkDevice(), "an interface such as eth0");
        setting(FluxSettings.QUEUE_POLICY, job.settings().queuePolicy(), "a policy of the scheduler such as easy");
    }

    /** The tasks of a node are a number. */
    private void tasks() {
        IntOrString wanted = info.trainer().numProcPerNode();
        if (wanted != null && wanted.getIntVal() == null) {
            found.add(FieldError.invalid(
                    TrainJobFields.PROCESSES, wanted.getStrVal(), "must have an int value for a Flux TrainJob"));
        } else if (wanted != null && (wanted.getIntVal() < 1 || wanted.getIntVal() > MAX_TASKS)) {
            found.add(FieldError.invalid(
                    TrainJobFields.PROCESSES,
                    wanted.getIntVal(),
                    "must be the number of tasks on one node, from 1 to " + MAX_TASKS));
        }
        Integer ofRuntime = policy.numProcPerNode();
        if (ofRuntime != null && (ofRuntime < 1 || ofRuntime > MAX_TASKS)) {
            runtime(ofRuntime, "mlPolicy.flux.numProcPerNode of the runtime must be from 1 to " + MAX_TASKS);
        }
    }

    /** What stands in the broker's configuration must not be able to add to it. */
    private void setting(String name, String value, String example) {
        if (!FluxSettings.isPlain(value)) {
            boolean ofUser = info.trainer().env().stream().anyMatch(variable -> name.equals(variable.getName()));
            found.add(FieldError.invalid(
                    ofUser ? TrainJobFields.ENVIRONMENT : TrainJobFields.RUNTIME,
                    value,
                    name + " must be " + example + ", of letters, digits and -_.:@"));
        }
    }

    private void runtime(@Nullable Object value, String message) {
        found.add(FieldError.invalid(TrainJobFields.RUNTIME, value, message));
    }
}
