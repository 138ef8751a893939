/** What JobSet refuses of a JobSet. Start with {@link io.trainyard.foundation.jobset.JobSetRules}. */
@NullMarked
package io.trainyard.foundation.jobset;

import org.jspecify.annotations.NullMarked;
