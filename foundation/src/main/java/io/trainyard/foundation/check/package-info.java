/** Objects under check. Start with {@link io.trainyard.foundation.check.CheckedObject}. */
@NullMarked
package io.trainyard.foundation.check;

import org.jspecify.annotations.NullMarked;
