/**
 * What the containers of one pod share: address, ports, volumes, hosts file, and the ConfigMaps and Secrets that it refers to. Start with
 * {@link io.trainyard.local.kubelet.sandbox.PodSetup}. Must not see the packages container and pod.
 */
@NullMarked
package io.trainyard.local.kubelet.sandbox;

import org.jspecify.annotations.NullMarked;
