/**
 * What webhooks and installed definitions do in a cluster, done by the small API server itself: the kind JobSet with its
 * defaults and rules. Begin with {@link io.trainyard.local.admission.LocalAdmission}.
 */
@NullMarked
package io.trainyard.local.admission;

import org.jspecify.annotations.NullMarked;
