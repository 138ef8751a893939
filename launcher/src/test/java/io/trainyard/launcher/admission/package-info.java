/** Admission as a whole: definitions, webhooks and plugins together, without HTTP. */
package io.trainyard.launcher.admission;
