/** Whether the ranks of a run ever meet: {@link io.trainyard.launcher.run.meeting.MeetingWatch} looks while the run goes on. */
@NullMarked
package io.trainyard.launcher.run.meeting;

import org.jspecify.annotations.NullMarked;
