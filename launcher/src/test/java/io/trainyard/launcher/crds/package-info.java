/**
 * Makes the checked-in CustomResourceDefinitions in {@code deploy/crds} from our own sources and the schemas of a real
 * API server, and checks them. Read {@link io.trainyard.launcher.crds.CustomResourceDefinitions} first. Test code only:
 * nothing of this is shipped, and nothing here may use {@code core} or a plugin.
 */
@NullMarked
package io.trainyard.launcher.crds;

import org.jspecify.annotations.NullMarked;
