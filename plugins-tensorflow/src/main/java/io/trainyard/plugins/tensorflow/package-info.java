/**
 * TensorFlow: chief, workers, parameter servers and an evaluator that find each other through {@code TF_CONFIG}. Read
 * {@link io.trainyard.plugins.tensorflow.TensorFlowPlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.tensorflow;

import org.jspecify.annotations.NullMarked;
