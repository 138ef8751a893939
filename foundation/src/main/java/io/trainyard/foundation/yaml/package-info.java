/**
 * YAML and JSON files as plain trees that remember where each field stood, and back to YAML. Start with
 * {@link io.trainyard.foundation.yaml.YamlDocuments}. Scalars mean here what they mean to kubectl. Knows nothing of Kubernetes kinds; pure but
 * for the reading of files. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.yaml;

import org.jspecify.annotations.NullMarked;
