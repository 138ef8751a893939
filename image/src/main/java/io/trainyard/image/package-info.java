/** Makes the container image. Start reading at {@link io.trainyard.image.ImageTar}. */
@NullMarked
package io.trainyard.image;

import org.jspecify.annotations.NullMarked;
