/**
 * Kubernetes objects as plain trees: maps, lists, strings, booleans, {@code Long}, {@code Double} and null. Start with
 * {@link io.trainyard.local.tree.Tree}. Imports no Vert.x.
 */
@NullMarked
package io.trainyard.local.tree;

import org.jspecify.annotations.NullMarked;
