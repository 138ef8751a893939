/** How names of objects become names of files, and where paths really lead. {@link io.trainyard.local.kubelet.files.FileNames} is pure. */
@NullMarked
package io.trainyard.local.kubelet.files;

import org.jspecify.annotations.NullMarked;
