/**
 * The small API server as a whole. Start with {@link io.trainyard.local.api.LocalApiServer}.
 */
@NullMarked
package io.trainyard.local.api;

import org.jspecify.annotations.NullMarked;
