/**
 * What a pod asks for, read from its tree. Pure. Start with {@link io.trainyard.local.kubelet.spec.PodSpec}. Imports {@code foundation.tree} only.
 */
@NullMarked
package io.trainyard.local.kubelet.spec;

import org.jspecify.annotations.NullMarked;
