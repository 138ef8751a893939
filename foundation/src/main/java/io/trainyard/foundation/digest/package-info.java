/** Fingerprints of texts and bytes. */
@NullMarked
package io.trainyard.foundation.digest;

import org.jspecify.annotations.NullMarked;
