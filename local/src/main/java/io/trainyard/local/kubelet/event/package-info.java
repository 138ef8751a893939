/**
 * Whom the events of a kubelet are about. Start with {@link io.trainyard.local.kubelet.event.OwnerFinder}. May see the client and the
 * specification of pods, nothing else of the kubelet.
 */
@NullMarked
package io.trainyard.local.kubelet.event;

import org.jspecify.annotations.NullMarked;
