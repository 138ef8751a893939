/**
 * How a kubelet runs: folders, programs, limits, registration of its node. Immutable values, made by the command line. Start with
 * {@link io.trainyard.local.kubelet.options.KubeletOptions}. Knows nothing of packages that act: node, sandbox, container, pod.
 */
@NullMarked
package io.trainyard.local.kubelet.options;

import org.jspecify.annotations.NullMarked;
