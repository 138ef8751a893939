package io.trainyard.launcher.crds;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Where the schemas of Kubernetes' own types come from. */
@FunctionalInterface
interface KubernetesSchemas {

    /**
     * @param type group, version and kind, such as {@code batch/v1 JobTemplateSpec} or {@code core/v1 EnvVar}
     * @return a schema that a CustomResourceDefinition may contain, without descriptions; the caller may change it
     * @throws IllegalArgumentException if there is no such type
     */
    ObjectNode schema(String type);
}
