package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.ObjectFieldSelector;

/** The index of a pod inside its Job, as a variable. */
public final class CompletionIndex {
    /** The field that holds the index of a pod of an Indexed Job. */
    public static final String FIELD_PATH = "metadata.annotations['batch.kubernetes.io/job-completion-index']";

    private CompletionIndex() {}

    /** A variable whose value is the index of the pod; 0 for the first. */
    public static EnvVar variable(String name) {
        EnvVarSource source = new EnvVarSource();
        ObjectFieldSelector field = new ObjectFieldSelector();
        field.setFieldPath(FIELD_PATH);
        source.setFieldRef(field);
        return new EnvVar(name, null, source);
    }
}
