/** Puts the API server and the kubelet of a laptop together. */
@NullMarked
package io.trainyard.local.cluster;

import org.jspecify.annotations.NullMarked;
