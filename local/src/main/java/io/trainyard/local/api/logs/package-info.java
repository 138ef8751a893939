/**
 * What containers wrote, for {@code kubectl logs}. Start with {@link io.trainyard.local.api.logs.PodLogProvider}, which whoever runs
 * containers implements.
 */
@NullMarked
package io.trainyard.local.api.logs;

import org.jspecify.annotations.NullMarked;
