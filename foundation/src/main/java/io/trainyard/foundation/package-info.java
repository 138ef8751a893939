/**
 * What every other module stands on, and what knows none of them: object trees, JSON and YAML, quantities, patches, structural schemas, field
 * errors, the rules of Kubernetes and JobSet, and time. One of each: a second reader of quantities or YAML elsewhere would sooner or later disagree with this one.
 *
 * <p>Everything here is pure but for the reading of files in {@code yaml}; nothing imports Vert.x or a Kubernetes client.
 *
 * <p>Plugins see four packages of this module, which are part of the contract: {@code field}, {@code quantity}, {@code stability} and
 * {@code tree}. All others are ours alone, stay out of a plugin's sight, and may change in any version.
 */
@NullMarked
package io.trainyard.foundation;

import org.jspecify.annotations.NullMarked;
