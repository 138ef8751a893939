/** Measures the controller beside Kubeflow Trainer's. Start with {@link io.trainyard.bench.reference.BesideTheReference}. */
@NullMarked
package io.trainyard.bench.reference;

import org.jspecify.annotations.NullMarked;
