/** Frameworks as users meet them: real trainings on this machine, and what is the same for all of them. */
@NullMarked
package io.trainyard.launcher.framework;

import org.jspecify.annotations.NullMarked;
