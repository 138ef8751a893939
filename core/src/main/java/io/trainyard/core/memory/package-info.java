/** Caches of what others send, each with a limit in bytes. */
@NullMarked
package io.trainyard.core.memory;

import org.jspecify.annotations.NullMarked;
