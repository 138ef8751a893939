/** Pods that a namespace under the Pod Security level {@code restricted} takes. */
@NullMarked
package io.trainyard.launcher.restricted;

import org.jspecify.annotations.NullMarked;
