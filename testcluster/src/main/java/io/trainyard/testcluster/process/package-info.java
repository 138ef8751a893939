/**
 * Starting, watching and ending processes of the operating system, and choosing their ports. Read
 * {@link io.trainyard.testcluster.process.Component} first. Knows nothing of Kubernetes; must not import the other
 * packages of this module.
 */
@NullMarked
package io.trainyard.testcluster.process;

import org.jspecify.annotations.NullMarked;
