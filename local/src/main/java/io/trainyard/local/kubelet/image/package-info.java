/**
 * What is known of images although they are not looked into. Start with
 * {@link io.trainyard.local.kubelet.image.ImageTable}.
 */
@NullMarked
package io.trainyard.local.kubelet.image;

import org.jspecify.annotations.NullMarked;
