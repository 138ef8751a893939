/**
 * The JSON below {@code /api/v1}. Start with {@link io.trainyard.dashboard.api.ApiRoutes}.
 */
@NullMarked
package io.trainyard.dashboard.api;

import org.jspecify.annotations.NullMarked;
