/** Several replicas of the built program, and what becomes of jobs when the leader goes. */
@NullMarked
package io.trainyard.launcher.failover;

import org.jspecify.annotations.NullMarked;
