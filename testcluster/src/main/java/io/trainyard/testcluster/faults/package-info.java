/**
 * Faults between a client and the API server of a test cluster: lost and refused answers, watches that stand still, lists that show the past, connections
 * that end. Start with {@link io.trainyard.testcluster.faults.FaultProxy}.
 */
@NullMarked
package io.trainyard.testcluster.faults;

import org.jspecify.annotations.NullMarked;
