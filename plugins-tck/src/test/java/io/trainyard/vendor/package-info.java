/** A vendor who has made a mistake. */
package io.trainyard.vendor;
