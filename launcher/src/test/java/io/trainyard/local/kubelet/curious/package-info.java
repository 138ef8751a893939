/** A kubelet that does what none may do, for the tests of the rules. */
@NullMarked
package io.trainyard.local.kubelet.curious;

import org.jspecify.annotations.NullMarked;
