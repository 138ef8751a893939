/**
 * Reads all that belongs to one TrainJob from the API server, for those who keep no caches of it, and tells users why their jobs wait. Start with
 * {@link io.trainyard.core.inspect.JobInspector}.
 */
@NullMarked
package io.trainyard.core.inspect;

import org.jspecify.annotations.NullMarked;
