/** Trainyard in place of Kubeflow Trainer, and back. */
@NullMarked
package io.trainyard.launcher.replacement;

import org.jspecify.annotations.NullMarked;
