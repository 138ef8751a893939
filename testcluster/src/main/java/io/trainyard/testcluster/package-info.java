/**
 * A real Kubernetes control plane on one machine, for tests and for trying things. Read
 * {@link io.trainyard.testcluster.RealCluster} to use it in a test, {@link io.trainyard.testcluster.TestCluster} to see
 * what it can do. Calls block; none may be made on an event loop.
 */
@NullMarked
package io.trainyard.testcluster;

import org.jspecify.annotations.NullMarked;
