/**
 * Names, addresses and ports of pods that all live on one machine, and the texts in which they are replaced.
 * Start with {@link io.trainyard.local.kubelet.naming.PodTextRewriter}. Only {@code AddressBlock}, {@code PortClaim} and
 * {@code FreePorts} touch the machine.
 */
@NullMarked
package io.trainyard.local.kubelet.naming;

import org.jspecify.annotations.NullMarked;
