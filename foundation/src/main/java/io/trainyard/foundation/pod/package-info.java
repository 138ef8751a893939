/**
 * What Kubernetes refuses of a Job and of a pod: the mistakes that people make. The webhooks, {@code render}, {@code run} and the
 * local API server judge Job templates by these rules.
 */
@NullMarked
package io.trainyard.foundation.pod;

import org.jspecify.annotations.NullMarked;
