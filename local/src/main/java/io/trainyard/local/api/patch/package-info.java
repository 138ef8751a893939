/**
 * The patch formats that need no owners, besides strategic merge, which is {@code io.trainyard.foundation.patch}. Pure: each takes a tree and
 * gives a new one.
 */
@NullMarked
package io.trainyard.local.api.patch;

import org.jspecify.annotations.NullMarked;
