/** The command {@code kubelet}, and the options of programs that it shares with {@code run}. What runs pods is behind {@link\n * io.trainyard.launcher.cli.kubelet.KubeletProcess}. */
@NullMarked
package io.trainyard.launcher.cli.kubelet;

import org.jspecify.annotations.NullMarked;
