/**
 * Nothing may block an event loop; here we find out who does. Start with {@link io.trainyard.core.loop.EventLoopGuard}. Knows
 * nothing of what runs on the loops.
 */
@NullMarked
package io.trainyard.core.loop;

import org.jspecify.annotations.NullMarked;
