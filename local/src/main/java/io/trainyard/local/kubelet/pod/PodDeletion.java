package io.trainyard.local.kubelet.pod;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the API server forget a pod of which nothing runs any more; tries until it has. On the event loop. */
final class PodDeletion {
    private static final Logger LOG = LoggerFactory.getLogger(PodDeletion.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final NodeContext node;
    private final PodSpec pod;
    private boolean underWay;
    private boolean stopped;

    PodDeletion(NodeContext node, PodSpec pod) {
        this.node = node;
        this.pod = pod;
    }

    void run() {
        if (underWay || stopped) {
            return;
        }
        underWay = true;
        DeleteOptions now = DeleteOptions.DEFAULT.withGracePeriod(0).ifUid(pod.uid());
        node.client().delete(Resource.PODS, pod.namespace(), pod.name(), now).onFailure(this::failed);
    }

    private void failed(Throwable cause) {
        underWay = false;
        boolean isGone = cause instanceof ApiException problem && (problem.isNotFound() || problem.isConflict());
        if (!isGone) {
            LOG.warn("{} was not deleted; trying again", pod.key(), cause);
            node.time().after(RETRY, this::run);
        }
    }

    /** It is gone; nothing is asked for any more. */
    void stop() {
        stopped = true;
    }
}
