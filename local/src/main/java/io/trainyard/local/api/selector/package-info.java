/** Label and field selectors. Pure. Start with {@link io.trainyard.local.api.selector.Selection}. */
@NullMarked
package io.trainyard.local.api.selector;

import org.jspecify.annotations.NullMarked;
