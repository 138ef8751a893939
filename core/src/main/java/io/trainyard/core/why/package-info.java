/**
 * Why a TrainJob stands where it does: one sentence, what proves it, and what to do. Start with {@link io.trainyard.core.why.Causes}, which asks each kind of
 * cause in turn. Pure: the objects of the job go in, as somebody has read them.
 */
@NullMarked
package io.trainyard.core.why;

import org.jspecify.annotations.NullMarked;
