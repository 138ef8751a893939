/** What the server tells about itself: versions, groups, kinds. Pure. Start with {@link io.trainyard.local.api.discovery.Discovery}. */
@NullMarked
package io.trainyard.local.api.discovery;

import org.jspecify.annotations.NullMarked;
