/**
 * Who of a TrainJob is scheduled together, and what every gang scheduler's plugin needs from the host. Pure. Start with
 * {@link io.trainyard.core.gang.GangPolicies}. Knows neither the compiler nor the cluster.
 */
@NullMarked
package io.trainyard.core.gang;

import org.jspecify.annotations.NullMarked;
