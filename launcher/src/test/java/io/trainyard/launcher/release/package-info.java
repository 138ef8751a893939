/** How a release is made. */
package io.trainyard.launcher.release;
