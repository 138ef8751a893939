/**
 * YAML and JSON files as plain trees that remember where each field stood, and back to YAML. Start with
 * {@link io.trainyard.core.yaml.YamlDocuments}. Scalars mean here what they mean to kubectl. Knows nothing of Kubernetes kinds; pure but
 * for the reading of files; imports neither Vert.x nor a Kubernetes client.
 */
@NullMarked
package io.trainyard.core.yaml;

import org.jspecify.annotations.NullMarked;
