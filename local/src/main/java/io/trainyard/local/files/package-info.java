/** Files for their owner alone, for the API server, the kubelet and whoever starts them. Blocks. */
@NullMarked
package io.trainyard.local.files;

import org.jspecify.annotations.NullMarked;
