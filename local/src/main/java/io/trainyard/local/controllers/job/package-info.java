/** The Job controller. Decisions are pure functions of a Job and its pods. */
@NullMarked
package io.trainyard.local.controllers.job;

import org.jspecify.annotations.NullMarked;
