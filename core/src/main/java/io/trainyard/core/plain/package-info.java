/** The plain policy: what a runtime without a framework gets. No client, no Vert.x. */
@NullMarked
package io.trainyard.core.plain;

import org.jspecify.annotations.NullMarked;
