/** The Python SDK of the users on the built program. */
@NullMarked
package io.trainyard.launcher.sdk;

import org.jspecify.annotations.NullMarked;
