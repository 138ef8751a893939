package io.trainyard.spi.parameters;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the parameters of a plugin's policy must look like. The host checks it when a runtime or a TrainJob is created or changed, and
 * names the field that is wrong, so the plugin itself never sees parameters that do not fit.
 *
 * @param schema a structural schema in the words of a CRD's {@code openAPIV3Schema}, as a JSON tree; empty when anything goes. Unmodifiable
 * @param type the record that the plugin reads the parameters as; empty when it works on the tree
 */
public record ParameterContract(Map<String, Object> schema, Optional<Class<? extends Record>> type) {
    /** No rules. */
    public static final ParameterContract ANYTHING = new ParameterContract(Map.of(), Optional.empty());

    /**
     * A contract.
     *
     * @throws IllegalArgumentException when the schema makes no sense; the message begins with the place
     */
    public ParameterContract {
        schema = Tree.freeze(schema);
        StructuralSchema unused = StructuralSchema.parse(schema);
    }

    /**
     * Parameters that are read as a record; the schema follows from its components. Primitive components are required, others may be absent.
     * Components may be texts, numbers, truth values, enums, lists, maps with text keys, and records of these.
     *
     * @throws IllegalArgumentException when a component has another type
     */
    public static ParameterContract of(Class<? extends Record> type) {
        return new ParameterContract(RecordSchema.of(type), Optional.of(type));
    }

    /** Parameters that are read as a record, with a schema that says more than the record could. */
    public static ParameterContract of(Class<? extends Record> type, Map<String, Object> schema) {
        return new ParameterContract(schema, Optional.of(type));
    }

    /** Parameters that the plugin reads as a tree. */
    public static ParameterContract of(Map<String, Object> schema) {
        return new ParameterContract(schema, Optional.empty());
    }

    /**
     * What is wrong with parameters: first by the schema, then, when that has nothing to say, by the record. Runs the record's constructor.
     *
     * @param path what the paths of the findings begin with; may be empty
     */
    public List<FieldError> check(Map<String, Object> parameters, String path) {
        List<FieldError> errors = new ArrayList<>();
        if (!schema.isEmpty()) {
            StructuralSchema parsed = StructuralSchema.parse(schema);
            errors.addAll(parsed.validate(parameters, path));
            parsed.prune(Tree.copy(parameters))
                    .forEach(field -> errors.add(
                            FieldError.invalid(path.isEmpty() ? field : path + "." + field, null, "unknown field")));
        }
        if (errors.isEmpty() && type.isPresent()) {
            try {
                Record unused = RecordBinding.bind(parameters, type.get(), path);
            } catch (InvalidParametersException invalid) {
                errors.addAll(invalid.errors());
            }
        }
        return errors;
    }
}
