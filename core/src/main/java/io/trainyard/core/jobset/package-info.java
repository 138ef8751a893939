/**
 * The JobSet plugin: always there, and the only place that knows what a JobSet looks like. Start with {@link
 * io.trainyard.core.jobset.JobSetPlugin}. No client, no Vert.x.
 */
@NullMarked
package io.trainyard.core.jobset;

import org.jspecify.annotations.NullMarked;
