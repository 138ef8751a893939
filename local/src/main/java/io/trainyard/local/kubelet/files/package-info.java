/**
 * How names of objects become names of files, and who may read the files. {@link io.trainyard.local.kubelet.files.FileNames} is pure;
 * {@link io.trainyard.local.kubelet.files.PrivateFiles} blocks.
 */
@NullMarked
package io.trainyard.local.kubelet.files;

import org.jspecify.annotations.NullMarked;
