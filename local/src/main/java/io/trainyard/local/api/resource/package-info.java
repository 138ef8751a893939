/**
 * The kinds that the server knows: what they are called, what their fields mean, how they behave. Start with
 * {@link io.trainyard.local.api.resource.ResourceType}. Imports nothing of HTTP.
 */
@NullMarked
package io.trainyard.local.api.resource;

import org.jspecify.annotations.NullMarked;
