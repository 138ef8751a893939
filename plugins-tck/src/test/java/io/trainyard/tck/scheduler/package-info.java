/** A fourth gang scheduler, as a vendor would write a plugin for it. */
package io.trainyard.tck.scheduler;
