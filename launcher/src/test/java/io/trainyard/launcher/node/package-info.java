/** This machine as a node of a test cluster: a kubelet whose containers are processes. Start with {@link io.trainyard.launcher.node.ClusterNode}. */
@NullMarked
package io.trainyard.launcher.node;

import org.jspecify.annotations.NullMarked;
