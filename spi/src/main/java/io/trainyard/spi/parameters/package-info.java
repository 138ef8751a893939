/**
 * Parameters that a vendor's policy has: what they must look like, and reading them as a record of the plugin's own. Start with {@link
 * io.trainyard.spi.parameters.ParameterContract}.
 */
@NullMarked
@Stable
package io.trainyard.spi.parameters;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;
