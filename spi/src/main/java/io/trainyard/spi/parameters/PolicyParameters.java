package io.trainyard.spi.parameters;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.patch.MergePatch;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a policy for one TrainJob: those of the runtime with those of the TrainJob merged over them.
 *
 * @param path where the runtime has them, such as {@code spec.mlPolicy.plugin.parameters}
 * @param tree the JSON tree; empty when there are none. Unmodifiable, and numbers are as they were written
 */
public record PolicyParameters(String path, Map<String, Object> tree) {
    public PolicyParameters {
        tree = Tree.freeze(tree);
    }

    /** The parameters of a runtime, changed by those of a TrainJob as RFC 7386 says. */
    public static PolicyParameters merged(
            String path, @Nullable Map<String, Object> ofRuntime, @Nullable Map<String, Object> ofTrainJob) {
        Map<String, Object> base = ofRuntime == null ? Map.of() : ofRuntime;
        return new PolicyParameters(path, ofTrainJob == null ? base : MergePatch.apply(base, ofTrainJob));
    }

    /**
     * The parameters as a record: each field goes to the component of its name. Absent fields are null, or zero for primitives; the record's
     * constructor may put defaults in their place, and refuse values with {@link IllegalArgumentException}.
     *
     * @throws InvalidParametersException when they do not fit; let it pass, the host tells the user
     */
    public <R extends Record> R as(Class<R> type) {
        return RecordBinding.bind(tree, type, path);
    }

    /** What is wrong with these parameters; empty when they fit. */
    public List<FieldError> check(ParameterContract contract) {
        return contract.check(tree, path);
    }
}
