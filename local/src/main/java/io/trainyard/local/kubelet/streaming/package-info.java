/** Programs that clients start in containers, and ports of pods that they reach. Start with {@link io.trainyard.local.kubelet.streaming.KubeletStreaming}. */
@NullMarked
package io.trainyard.local.kubelet.streaming;

import org.jspecify.annotations.NullMarked;
