/** What is remembered of what others send, and how much of it. */
@NullMarked
package io.trainyard.core.memory;

import org.jspecify.annotations.NullMarked;
