package io.trainyard.core.compile;

import static io.trainyard.foundation.pod.JobRules.MAX_PODS_OF_JOB;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many nodes and Jobs there can be. Pure. */
public final class NodeLimit {
    private NodeLimit() {}

    /** What is wrong with the number of nodes, if anything. */
    public static Optional<FieldError> problem(FieldPath path, @Nullable Object nodes) {
        return nodes instanceof Number number && number.doubleValue() > MAX_PODS_OF_JOB
                ? Optional.of(FieldError.invalid(
                        path.text(),
                        number,
                        "must be at most " + MAX_PODS_OF_JOB + ", the most pods of an indexed Job"))
                : Optional.empty();
    }

    /** What is wrong with the first pod set that has a negative or too large number of Jobs or pods. */
    static Optional<String> problem(RuntimeInfo info) {
        for (PodSet podSet : info.podSets()) {
            if (podSet.replicas() < 0) {
                return Optional.of("spec.runtimeRef: replicated job " + podSet.name() + " has " + podSet.replicas()
                        + " replicas, which must not be negative");
            }
            if ((podSet.isIndexed() && podSet.count() > MAX_PODS_OF_JOB)
                    || (long) podSet.replicas() * podSet.count() > Integer.MAX_VALUE) {
                return Optional.of("spec.runtimeRef: replicated job " + podSet.name() + " would have "
                        + podSet.replicas() + " Jobs of "
                        + podSet.count() + " pods; an indexed Job has at most " + MAX_PODS_OF_JOB
                        + ", and all together at most " + Integer.MAX_VALUE);
            }
        }
        return Optional.empty();
    }
}
