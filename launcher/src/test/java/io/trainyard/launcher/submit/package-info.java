/** Jobs that are brought to a cluster with their code. */
@NullMarked
package io.trainyard.launcher.submit;

import org.jspecify.annotations.NullMarked;
