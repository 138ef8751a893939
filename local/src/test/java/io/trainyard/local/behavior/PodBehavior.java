package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Defaults, first status and validation of pods (LOCAL-45, LOCAL-46). */
interface PodBehavior extends BehaviorSuite {
    @Test
    default void aSmallPodGetsAllItsDefaults() {
        Map<String, Object> pod = api().pod("p", "{containers: [{name: c, image: b}]}");
        assertThat(Tree.child(pod, "spec"))
                .isEqualTo(
                        TestApi.yaml(
                                """
                containers:
                - {name: c, image: b, imagePullPolicy: Always, resources: {}, terminationMessagePath: /dev/termination-log,
                   terminationMessagePolicy: File}
                dnsPolicy: ClusterFirst
                enableServiceLinks: true
                preemptionPolicy: PreemptLowerPriority
                priority: 0
                restartPolicy: Always
                schedulerName: default-scheduler
                securityContext: {}
                terminationGracePeriodSeconds: 30
                tolerations:
                - {effect: NoExecute, key: node.kubernetes.io/not-ready, operator: Exists, tolerationSeconds: 300}
                - {effect: NoExecute, key: node.kubernetes.io/unreachable, operator: Exists, tolerationSeconds: 300}
                """));
        assertThat(Tree.child(pod, "status")).isEqualTo(Map.of("phase", "Pending", "qosClass", "BestEffort"));
        assertThat(Tree.at(pod, "metadata", "generation")).isEqualTo(1L);
    }

    @Test
    default void theDefaultsOfALargePodReachIntoItsContainersAndVolumes() {
        Map<String, Object> pod = api().pod(
                        "p",
                        """
                {subdomain: x, serviceAccountName: s,
                 initContainers: [{name: i, image: 'a:latest'}],
                 containers: [{name: c, image: 'h:5000/b@sha256:0000000000000000000000000000000000000000000000000000000000000000',
                   ports: [{containerPort: 80}],
                   env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: B, value: ''}],
                   resources: {limits: {cpu: 1000m, memory: 1024Mi, nvidia.com/gpu: 1}, requests: {cpu: 0.5}},
                   readinessProbe: {httpGet: {port: 80}}, livenessProbe: {exec: {command: [a]}}, startupProbe: {grpc: {port: 1}},
                   lifecycle: {preStop: {httpGet: {port: 1}}}}],
                 volumes: [{name: e}, {name: s, secret: {secretName: s}}, {name: m, configMap: {name: m}},
                   {name: d, downwardAPI: {items: [{path: a, fieldRef: {fieldPath: metadata.name}}]}},
                   {name: h, hostPath: {path: /x}}, {name: q, emptyDir: {sizeLimit: 2048Ki}},
                   {name: j, projected: {sources: [{serviceAccountToken: {path: t}}]}},
                   {name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]}
                """);
        assertThat(Tree.text(pod, "spec", "serviceAccount")).isEqualTo("s");
        assertThat(Tree.objects(pod, "spec", "initContainers"))
                .singleElement()
                .satisfies(container -> assertThat(container).containsEntry("imagePullPolicy", "Always"));
        Map<String, Object> container =
                Tree.copy(Tree.objects(pod, "spec", "containers").get(0));
        container.remove("image");
        String probe = "timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3";
        assertThat(container)
                .isEqualTo(TestApi.yaml(
                        """
                name: c
                imagePullPolicy: IfNotPresent
                ports: [{containerPort: 80, protocol: TCP}]
                env: [{name: A, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}}, {name: B}]
                resources: {limits: {cpu: '1', memory: 1Gi, nvidia.com/gpu: '1'}, requests: {cpu: 500m, memory: 1Gi, nvidia.com/gpu: '1'}}
                readinessProbe: {httpGet: {port: 80, path: /, scheme: HTTP}, PROBE}
                livenessProbe: {exec: {command: [a]}, PROBE}
                startupProbe: {grpc: {port: 1, service: ''}, PROBE}
                lifecycle: {preStop: {httpGet: {port: 1, path: /, scheme: HTTP}}}
                terminationMessagePath: /dev/termination-log
                terminationMessagePolicy: File
                """
                                .replace("PROBE", probe)));
        assertThat(Tree.list(pod, "spec", "volumes"))
                .isEqualTo(Tree.list(
                        TestApi.yaml(
                                """
                volumes:
                - {name: e, emptyDir: {}}
                - {name: s, secret: {secretName: s, defaultMode: 420}}
                - {name: m, configMap: {name: m, defaultMode: 420}}
                - {name: d, downwardAPI: {defaultMode: 420, items: [{path: a, fieldRef: {apiVersion: v1, fieldPath: metadata.name}}]}}
                - {name: h, hostPath: {path: /x, type: ''}}
                - {name: q, emptyDir: {sizeLimit: 2Mi}}
                - {name: j, projected: {defaultMode: 420, sources: [{serviceAccountToken: {path: t, expirationSeconds: 3600}}]}}
                - {name: v, ephemeral: {volumeClaimTemplate: {metadata: {}, spec: {accessModes: [ReadWriteOnce],
                    resources: {requests: {storage: 1Gi}}, volumeMode: Filesystem}}}}
                """),
                        "volumes"));
    }

    @Test
    default void thePromiseToAPodFollowsFromItsResources() {
        String spec = "{containers: [{name: c, image: b, resources: %s}]}";
        assertThat(Tree.text(
                        api().pod("a", spec.formatted("{limits: {cpu: 100m, memory: 1.5Gi}, requests: {cpu: 0.1}}")),
                        "status",
                        "qosClass"))
                .isEqualTo("Guaranteed");
        assertThat(Tree.text(api().pod("b", spec.formatted("{requests: {cpu: 1}}")), "status", "qosClass"))
                .isEqualTo("Burstable");
        assertThat(Tree.text(api().pod("c", spec.formatted("{limits: {nvidia.com/gpu: 1}}")), "status", "qosClass"))
                .isEqualTo("BestEffort");
    }

    @Test
    default void amountsAreWrittenInOneWay() {
        Map<String, Object> pod = api().pod(
                        "p",
                        "{containers: [{name: c, image: b, resources: {requests: {a/a: 1000, a/b: '1e3', a/c: '12000', a/d: '3072Mi', a/e: '0', "
                                + "memory: '1536Mi', cpu: '0.0001', ephemeral-storage: '1100'}, limits: {a/a: 1000, a/b: '1e3', a/c: 12k, a/d: 3Gi, a/e: 0}}}]}");
        assertThat(Tree.child(Tree.objects(pod, "spec", "containers").get(0), "resources", "requests"))
                .isEqualTo(
                        TestApi.yaml(
                                "{a/a: 1k, a/b: '1e3', a/c: 12k, a/d: 3Gi, a/e: '0', memory: 1536Mi, cpu: 1m, ephemeral-storage: '1100'}"));
    }

    @Test
    default void badPodsAreRefusedFieldByField() {
        ApiException refusal = api().refusedCreate(
                        Resource.PODS,
                        """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [
                  {name: c_, image: '', env: [{name: ''}, {name: x, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}}],
                   volumeMounts: [{name: v, mountPath: /x}], ports: [{containerPort: 70000}]},
                  {name: c, image: x, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}, {name: c, image: x}]}}
                """);
        assertThat(TestApi.fields(refusal))
                // Kubernetes does not name the resource; ours does.
                .map(field -> field.replace("requests[cpu]", "requests"))
                .containsExactlyInAnyOrder(
                        "spec.containers[0].name",
                        "spec.containers[0].image",
                        "spec.containers[0].ports[0].containerPort",
                        "spec.containers[0].env[0].name",
                        "spec.containers[0].env[1].valueFrom",
                        "spec.containers[0].volumeMounts[0].name",
                        "spec.containers[1].resources.requests",
                        "spec.containers[2].name");
        assertThat(TestApi.fields(api().refusedCreate(
                                Resource.PODS, "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {}}")))
                .containsExactly("spec.containers");
    }

    @Test
    default void negativeAmountsAreRefusedFieldByField() {
        assertThat(TestApi.fields(api().refusedCreate(
                                Resource.PODS,
                                "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: x,"
                                        + " resources: {requests: {memory: -1Gi}, limits: {cpu: '-1'}}}]}}")))
                .contains("spec.containers[0].resources.limits[cpu]", "spec.containers[0].resources.requests[memory]");
    }

    @Test
    default void aPodHardlyChanges() {
        Map<String, Object> pod = api().pod("p", "{containers: [{name: c, image: b}]}");
        assertThat(TestApi.fields(api().refusedPatch(Resource.PODS, "p", PatchType.MERGE, "{spec: {hostname: other}}")))
                .containsExactly("spec");
        Map<String, Object> changed =
                api().patch(Resource.PODS, "p", PatchType.STRATEGIC, "{spec: {containers: [{name: c, image: 'b:2'}]}}");
        assertThat(Tree.objects(changed, "spec", "containers").get(0)).containsEntry("image", "b:2");
        assertThat(Tree.at(changed, "metadata", "generation")).isEqualTo(2L);
        assertThat(Tree.at(changed, "metadata", "uid")).isEqualTo(Tree.at(pod, "metadata", "uid"));
    }

    @Test
    default void theStatusOfAPodIsWrittenApart() {
        Map<String, Object> pod = Tree.copy(api().pod("p", "{containers: [{name: c, image: b}]}"));
        Tree.put(pod, "Running", "status", "phase");
        Tree.put(pod, "10.1.2.3", "status", "podIP");
        Map<String, Object> updated =
                TestApi.await(api().client().updateStatus(Resource.PODS, pod, WriteOptions.DEFAULT));
        assertThat(Tree.text(updated, "status", "phase")).isEqualTo("Running");
        assertThat(api().names(Resource.PODS, ListOptions.fields("status.phase=Running")))
                .containsExactly("p");
    }
}
