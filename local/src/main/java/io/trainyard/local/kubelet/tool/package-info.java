/** Small programs and scripts that the kubelet itself uses. */
@NullMarked
package io.trainyard.local.kubelet.tool;

import org.jspecify.annotations.NullMarked;
