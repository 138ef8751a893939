/**
 * Talking to an API server without blocking, in trees: the same {@link io.trainyard.local.client.ApiClient} reaches the small API server in
 * this JVM and a real one. Imports Vert.x and {@code foundation.tree}, nothing of the server.
 */
@NullMarked
package io.trainyard.local.client;

import org.jspecify.annotations.NullMarked;
