package io.trainyard.core.jobset;

import static io.trainyard.core.fixture.Manifests.jobSet;

import io.trainyard.core.fixture.Manifests;
import java.util.Map;

/** JobSets of TrainJob {@code demo} in namespace {@code team-a}. */
final class JobSets {
    private JobSets() {}

    /** Controlled by {@code demo}. */
    static JobSet owned(String spec, String status) {
        return of("uid-of-demo", spec, status);
    }

    /** Controlled by a TrainJob {@code demo} of that uid. */
    static JobSet of(String ownerUid, String spec, String status) {
        return jobSet(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata:
                  name: demo
                  namespace: team-a
                  uid: uid-of-jobset
                  resourceVersion: "20"
                  ownerReferences:
                    - {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: demo, uid: %s, controller: true}
                spec:
                %sstatus:
                %s"""
                        .formatted(
                                ownerUid, spec.strip().indent(2), status.strip().indent(2)));
    }

    static Map<String, Object> tree(String yaml) {
        return Manifests.tree(yaml);
    }
}
