/** What the project's own kinds are, ready for the local API server. Start with {@link io.trainyard.local.definitions.Definitions}. */
@NullMarked
package io.trainyard.local.definitions;

import org.jspecify.annotations.NullMarked;
