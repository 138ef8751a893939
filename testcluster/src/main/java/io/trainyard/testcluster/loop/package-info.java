/** Finds what blocks an event loop during a test. Start with {@link io.trainyard.testcluster.loop.BlockedLoopChecker}. */
@NullMarked
package io.trainyard.testcluster.loop;

import org.jspecify.annotations.NullMarked;
