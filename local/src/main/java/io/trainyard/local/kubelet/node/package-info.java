/**
 * The node itself: what this machine offers, its Node object and lease, the logs on its disk, and what all its pods share. Start with
 * {@link io.trainyard.local.kubelet.node.NodeContext}. Must not see the packages of single pods: sandbox, container, pod.
 */
@NullMarked
package io.trainyard.local.kubelet.node;

import org.jspecify.annotations.NullMarked;
