/**
 * Who asks, and what he may do: questions to the API server's own authentication and authorization. Our HTTP servers use them; what they remember of the
 * answers, and for how long, is theirs.
 */
@NullMarked
package io.trainyard.core.access;

import org.jspecify.annotations.NullMarked;
