/**
 * Kubernetes objects as plain trees: maps, lists, strings, booleans, {@code Long}, {@code Double} and null. Start with
 * {@link io.trainyard.foundation.tree.Tree}. Part of the contract with plugins.
 */
@NullMarked
@Experimental
package io.trainyard.foundation.tree;

import io.trainyard.foundation.stability.Experimental;
import org.jspecify.annotations.NullMarked;
