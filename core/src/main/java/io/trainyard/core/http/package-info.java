/**
 * What all our HTTP servers share: each listens on a Vert.x context of its own. Start with {@link io.trainyard.core.http.HttpListener}.
 * Knows nothing of what is served.
 */
@NullMarked
package io.trainyard.core.http;

import org.jspecify.annotations.NullMarked;
