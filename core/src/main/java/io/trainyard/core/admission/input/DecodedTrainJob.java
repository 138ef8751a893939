package io.trainyard.core.admission.input;

import com.fasterxml.jackson.databind.JsonMappingException;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A TrainJob in both forms: rules about what was written look at the tree, which has every field; merging and plugins need the object.
 *
 * @param tree as it came; not to be changed
 * @param object the same as an object
 */
public record DecodedTrainJob(Map<String, Object> tree, TrainJob object) {
    /**
     * Reads a tree. Lists in it must not hold nulls where the schema asks for objects.
     *
     * @throws UnreadableException when a value has a type that the schema would not have let through
     */
    public static DecodedTrainJob of(Map<String, Object> tree) throws UnreadableException {
        if (Depth.isTooDeep(tree)) {
            throw new UnreadableException(
                    FieldError.invalid("spec", null, "must not be nested deeper than " + Depth.MAX + " levels"));
        }
        try {
            TrainJob object = TreeConversion.toObject(TreeConversion.withoutNulls(tree), TrainJob.class);
            if (object.getMetadata() == null) {
                throw new UnreadableException(FieldError.required("metadata", ""));
            }
            // What the API server calls the old version is converted by changing this field alone.
            object.setApiVersion(TrainerApi.API_VERSION);
            return new DecodedTrainJob(tree, object);
        } catch (IllegalArgumentException mismatch) {
            throw new UnreadableException(error(mismatch));
        }
    }

    /** The spec; empty when there is none. */
    public Map<String, Object> spec() {
        return Tree.child(tree, "spec");
    }

    /** True when the job is to have no pods; absent and null are the same as false. */
    public boolean isSuspended() {
        return Boolean.TRUE.equals(spec().get("suspend"));
    }

    private static FieldError error(IllegalArgumentException mismatch) {
        if (mismatch.getCause() instanceof JsonMappingException place
                && !place.getPath().isEmpty()) {
            String path = place.getPath().stream()
                    .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                    .collect(Collectors.joining());
            return FieldError.invalid(
                    path.startsWith(".") ? path.substring(1) : path, null, "has a value of the wrong type");
        }
        return FieldError.invalid("spec", null, "cannot be read: " + firstLine(mismatch.getMessage()));
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("");
    }

    /** A tree that is no TrainJob. */
    public static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient FieldError error;

        UnreadableException(FieldError error) {
            super(error.toString());
            this.error = error;
        }

        /** Which field, and what is wrong with it. */
        public FieldError error() {
            return error;
        }
    }
}
