/**
 * Who asks, what he may see, and which requests are turned away before anybody is asked. Start with {@link io.trainyard.dashboard.access.AccessControl}.
 */
@NullMarked
package io.trainyard.dashboard.access;

import org.jspecify.annotations.NullMarked;
