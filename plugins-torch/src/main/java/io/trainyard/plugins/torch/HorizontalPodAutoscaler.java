package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;
import java.util.Map;

/** An autoscaler of Kubernetes. Its spec is a tree, so that metrics of every kind are passed on as they are. */
@Group("autoscaling")
@Version("v2")
@Kind("HorizontalPodAutoscaler")
@Plural("horizontalpodautoscalers")
public final class HorizontalPodAutoscaler extends CustomObject<Map<String, Object>, Void> implements Namespaced {
    private static final long serialVersionUID = 1L;
}
