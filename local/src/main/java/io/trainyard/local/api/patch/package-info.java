/**
 * JSON patch, the one format of patches that nobody but this API server applies; the others are in {@code io.trainyard.foundation.patch}.
 * Pure: takes a tree and gives a new one.
 */
@NullMarked
package io.trainyard.local.api.patch;

import org.jspecify.annotations.NullMarked;
