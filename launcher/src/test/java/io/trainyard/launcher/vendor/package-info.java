/**
 * A vendor's plugins, built outside of this build as the vendor would, and used in the distribution.
 */
@NullMarked
package io.trainyard.launcher.vendor;

import org.jspecify.annotations.NullMarked;
