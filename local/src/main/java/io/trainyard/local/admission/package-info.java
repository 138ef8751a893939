/**
 * What web hooks and installed definitions do in a cluster, done by the small API server itself (LOCAL-45, LOCAL-46): the kind JobSet with its
 * defaults and rules (JS-01 to JS-65). Begin with {@link io.trainyard.local.admission.LocalAdmission}.
 */
@NullMarked
package io.trainyard.local.admission;

import org.jspecify.annotations.NullMarked;
