/** The Job controller (JOB-01 to JOB-29). Decisions are pure functions of a Job and its pods. */
@NullMarked
package io.trainyard.local.controllers.job;

import org.jspecify.annotations.NullMarked;
