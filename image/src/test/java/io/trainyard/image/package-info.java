/** The image, unpacked and started as a kubelet would start it. */
@NullMarked
package io.trainyard.image;

import org.jspecify.annotations.NullMarked;
