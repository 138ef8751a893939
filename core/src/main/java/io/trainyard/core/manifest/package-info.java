/**
 * Kubernetes manifests in files: our own kinds, checked field by field, beside everything else. Start with
 * {@link io.trainyard.core.manifest.ManifestReader}. Every finding names file, line and field. Pure; imports neither Vert.x nor a Kubernetes
 * client.
 */
@NullMarked
package io.trainyard.core.manifest;

import org.jspecify.annotations.NullMarked;
