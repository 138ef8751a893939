/**
 * What plugins for training frameworks have in common. Read {@link io.trainyard.spi.framework.FrameworkPlugin} first; its parts can be used without it.
 * Nothing here is needed by other plugins.
 */
@Experimental
@NullMarked
package io.trainyard.spi.framework;

import io.trainyard.foundation.stability.Experimental;
import org.jspecify.annotations.NullMarked;
