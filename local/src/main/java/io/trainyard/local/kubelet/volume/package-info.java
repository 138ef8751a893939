/**
 * Volumes as folders. {@link io.trainyard.local.kubelet.volume.VolumePlanner} says purely what there
 * should be, {@link io.trainyard.local.kubelet.volume.VolumeWriter} makes it.
 */
@NullMarked
package io.trainyard.local.kubelet.volume;

import org.jspecify.annotations.NullMarked;
