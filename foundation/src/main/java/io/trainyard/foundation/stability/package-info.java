/**
 * Marks that say how much the author of a plugin may rely on a package or a type.
 */
@NullMarked
@Stable
package io.trainyard.foundation.stability;

import org.jspecify.annotations.NullMarked;
