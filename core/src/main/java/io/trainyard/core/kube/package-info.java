/**
 * The API server, without blocking: the only packages (with those below) that touch fabric8's client. Start with
 * {@link io.trainyard.core.kube.KubeApi} for requests, {@link io.trainyard.core.kube.ObjectCache} for what is watched, and
 * {@link io.trainyard.core.kube.KubeClient} for where both come from. Nothing here knows what a TrainJob is.
 */
@NullMarked
package io.trainyard.core.kube;

import org.jspecify.annotations.NullMarked;
