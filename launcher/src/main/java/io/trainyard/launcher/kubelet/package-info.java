/** The command {@code kubelet}: this machine as a node of a cluster. {@link io.trainyard.launcher.kubelet.VertxKubeletProcess} runs it. */
@NullMarked
package io.trainyard.launcher.kubelet;

import org.jspecify.annotations.NullMarked;
