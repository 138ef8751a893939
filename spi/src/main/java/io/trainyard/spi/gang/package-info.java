/** Who must be scheduled together: computed by the host, the same for every gang scheduler. Start with {@link io.trainyard.spi.gang.GangPlan}. */
@NullMarked
@Experimental
package io.trainyard.spi.gang;

import io.trainyard.foundation.stability.Experimental;
import org.jspecify.annotations.NullMarked;
