/** Admission as a whole: definitions, web hooks and plugins together, without HTTP. */
package io.trainyard.launcher.admission;
