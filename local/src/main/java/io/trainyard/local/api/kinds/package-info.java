/**
 * What is special about the built-in kinds: defaults, initial status, validation. Pure. Start with
 * {@link io.trainyard.local.api.kinds.BuiltInBehaviors}.
 */
@NullMarked
package io.trainyard.local.api.kinds;

import org.jspecify.annotations.NullMarked;
