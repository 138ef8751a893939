package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.tree.Tree;
import io.trainyard.local.tree.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Defaults, first status, validation and subresources of the kinds that training needs (LOCAL-45, LOCAL-46, JOB-01 to JOB-11). */
interface KindsBehavior extends BehaviorSuite {
    private static Map<String, Object> yaml(String text) {
        return Tree.object(Yaml.parse(text));
    }

    private static List<String> fields(ApiException refusal) {
        assertThat(refusal.code()).isEqualTo(422);
        return refusal.causes().stream().map(ApiException.Cause::field).toList();
    }

    private Map<String, Object> pod(String name, String spec) {
        return api().create(
                        Resource.PODS,
                        "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: " + spec + "}");
    }

    private Map<String, Object> job(String name, String spec) {
        return api().create(
                        Resource.JOBS,
                        "{apiVersion: batch/v1, kind: Job, metadata: {name: " + name + "}, spec: " + spec + "}");
    }

    @Test
    default void aSmallPodGetsAllItsDefaults() {
        Map<String, Object> pod = pod("p", "{containers: [{name: c, image: b}]}");
        assertThat(Tree.child(pod, "spec"))
                .isEqualTo(
                        yaml(
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
        Map<String, Object> pod = pod(
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
                .isEqualTo(yaml(
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
                        yaml(
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
                        pod("a", spec.formatted("{limits: {cpu: 100m, memory: 1.5Gi}, requests: {cpu: 0.1}}")),
                        "status",
                        "qosClass"))
                .isEqualTo("Guaranteed");
        assertThat(Tree.text(pod("b", spec.formatted("{requests: {cpu: 1}}")), "status", "qosClass"))
                .isEqualTo("Burstable");
        assertThat(Tree.text(pod("c", spec.formatted("{limits: {nvidia.com/gpu: 1}}")), "status", "qosClass"))
                .isEqualTo("BestEffort");
    }

    @Test
    default void amountsAreWrittenInOneWay() {
        Map<String, Object> pod = pod(
                "p",
                "{containers: [{name: c, image: b, resources: {requests: {a/a: 1000, a/b: '1e3', a/c: '12000', a/d: '3072Mi', a/e: '0', "
                        + "memory: '1536Mi', cpu: '0.0001', ephemeral-storage: '1100'}, limits: {a/a: 1000, a/b: '1e3', a/c: 12k, a/d: 3Gi, a/e: 0}}}]}");
        assertThat(Tree.child(Tree.objects(pod, "spec", "containers").get(0), "resources", "requests"))
                .isEqualTo(
                        yaml(
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
        assertThat(fields(refusal))
                .containsExactlyInAnyOrder(
                        "spec.containers[0].name",
                        "spec.containers[0].image",
                        "spec.containers[0].ports[0].containerPort",
                        "spec.containers[0].env[0].name",
                        "spec.containers[0].env[1].valueFrom",
                        "spec.containers[0].volumeMounts[0].name",
                        "spec.containers[1].resources.requests",
                        "spec.containers[2].name");
        assertThat(fields(api().refusedCreate(
                                Resource.PODS, "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {}}")))
                .containsExactly("spec.containers");
    }

    @Test
    default void aPodHardlyChanges() {
        Map<String, Object> pod = pod("p", "{containers: [{name: c, image: b}]}");
        assertThat(fields(api().refusedPatch(Resource.PODS, "p", PatchType.MERGE, "{spec: {hostname: other}}")))
                .containsExactly("spec");
        Map<String, Object> changed =
                api().patch(Resource.PODS, "p", PatchType.STRATEGIC, "{spec: {containers: [{name: c, image: 'b:2'}]}}");
        assertThat(Tree.objects(changed, "spec", "containers").get(0)).containsEntry("image", "b:2");
        assertThat(Tree.at(changed, "metadata", "generation")).isEqualTo(2L);
        assertThat(Tree.at(changed, "metadata", "uid")).isEqualTo(Tree.at(pod, "metadata", "uid"));
    }

    @Test
    default void aPodIsBoundToANodeOnce() {
        pod("p", "{containers: [{name: c, image: b}]}");
        ApiCall binding = new ApiCall(
                        "POST", Resource.PODS, api().namespace(), "p", "binding", Map.of(), "application/json", null)
                .withBody(yaml("{apiVersion: v1, kind: Binding, metadata: {name: p}, target: {kind: Node, name: n}}"));
        assertThat(api().send(binding)).containsEntry("status", "Success");
        Map<String, Object> bound = api().get(Resource.PODS, "p");
        assertThat(Tree.text(bound, "spec", "nodeName")).isEqualTo("n");
        assertThat(Tree.objects(bound, "status", "conditions")).singleElement().satisfies(condition -> assertThat(
                        condition)
                .containsEntry("type", "PodScheduled")
                .containsEntry("status", "True"));
        assertThat(TestApi.failure(api().client().send(binding)).code()).isEqualTo(409);
        assertThat(api().names(Resource.PODS, ListOptions.fields("spec.nodeName=n")))
                .containsExactly("p");
    }

    @Test
    @DisplayName("POD-11")
    default void aPodThatRunsHasTimeToEndAndGoesWhenToldAgain() {
        pod("runs", "{nodeName: n, terminationGracePeriodSeconds: 7, containers: [{name: c, image: b}]}");
        Map<String, Object> marked = api().delete(Resource.PODS, "runs", DeleteOptions.DEFAULT);
        assertThat(Tree.at(marked, "metadata", "deletionGracePeriodSeconds")).isEqualTo(7L);
        assertThat(Tree.text(marked, "metadata", "deletionTimestamp")).isNotEmpty();
        assertThat(Tree.at(
                        api().delete(Resource.PODS, "runs", DeleteOptions.DEFAULT.withGracePeriod(60)),
                        "metadata",
                        "deletionGracePeriodSeconds"))
                .isEqualTo(7L);
        assertThat(api().exists(Resource.PODS, "runs")).isTrue();
        api().delete(Resource.PODS, "runs", DeleteOptions.DEFAULT.withGracePeriod(0));
        assertThat(api().exists(Resource.PODS, "runs")).isFalse();
    }

    @Test
    default void aPodWithoutANodeGoesAtOnce() {
        pod("waits", "{containers: [{name: c, image: b}]}");
        assertThat(api().delete(Resource.PODS, "waits", DeleteOptions.DEFAULT)).containsEntry("kind", "Pod");
        assertThat(api().exists(Resource.PODS, "waits")).isFalse();
    }

    @Test
    @DisplayName("JOB-01 to JOB-08")
    default void aJobGetsDefaultsASelectorAndLabels() {
        Map<String, Object> job = job(
                "j",
                "{template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: c, image: 'b:1'}]}}}");
        String uid = Tree.text(job, "metadata", "uid");
        Map<String, Object> spec = Tree.copy(Tree.child(job, "spec"));
        Map<String, Object> template = Tree.object(spec.remove("template"));
        assertThat(spec)
                .isEqualTo(yaml(
                        """
                backoffLimit: 6
                completionMode: NonIndexed
                completions: 1
                manualSelector: false
                parallelism: 1
                podReplacementPolicy: TerminatingOrFailed
                selector: {matchLabels: {batch.kubernetes.io/controller-uid: UID}}
                suspend: false
                """
                                .replace("UID", uid)));
        Map<String, Object> labels = yaml(
                """
                a: b
                batch.kubernetes.io/controller-uid: UID
                batch.kubernetes.io/job-name: j
                controller-uid: UID
                job-name: j
                """
                        .replace("UID", uid));
        assertThat(Tree.child(template, "metadata", "labels")).isEqualTo(labels);
        assertThat(Tree.child(job, "metadata", "labels")).isEqualTo(labels);
        assertThat(Tree.child(template, "spec"))
                .isEqualTo(
                        yaml(
                                """
                containers:
                - {name: c, image: 'b:1', imagePullPolicy: IfNotPresent, resources: {}, terminationMessagePath: /dev/termination-log,
                   terminationMessagePolicy: File}
                dnsPolicy: ClusterFirst
                restartPolicy: Never
                schedulerName: default-scheduler
                securityContext: {}
                terminationGracePeriodSeconds: 30
                """));
        assertThat(Tree.at(job, "status")).isEqualTo(Map.of());
        assertThat(Tree.at(job, "metadata", "generation")).isEqualTo(1L);
    }

    @Test
    default void badJobsAreRefusedFieldByField() {
        assertThat(fields(api().refusedCreate(
                                Resource.JOBS,
                                "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {completionMode: Indexed, parallelism: -1, "
                                        + "template: {spec: {containers: [{name: c, image: x}]}}}}")))
                .containsExactlyInAnyOrder("spec.parallelism", "spec.completions", "spec.template.spec.restartPolicy");
        assertThat(fields(api().refusedCreate(
                                Resource.JOBS,
                                "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {podFailurePolicy: {rules: [{action: FailJob, "
                                        + "onExitCodes: {operator: In, values: [0]}}]}, template: {spec: {restartPolicy: OnFailure, "
                                        + "containers: [{name: c, image: x}]}}}}")))
                .containsExactlyInAnyOrder(
                        "spec.podFailurePolicy.rules[0].onExitCodes.values[0]", "spec.template.spec.restartPolicy");
    }

    @Test
    @DisplayName("JOB-09: the template is fixed, but for scheduling while the job waits")
    default void theTemplateOfAJobOnlyChangesBeforeItStarts() {
        String template = "template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}";
        String change = "{spec: {template: {spec: {nodeSelector: {a: b}}}}}";
        job("runs", "{" + template + "}");
        assertThat(fields(api().refusedPatch(Resource.JOBS, "runs", PatchType.MERGE, change)))
                .contains("spec.template");
        job("waits", "{suspend: true, " + template + "}");
        Map<String, Object> changed = api().patch(Resource.JOBS, "waits", PatchType.MERGE, change);
        assertThat(Tree.text(changed, "spec", "template", "spec", "nodeSelector", "a"))
                .isEqualTo("b");
        assertThat(fields(api().refusedPatch(
                                Resource.JOBS,
                                "waits",
                                PatchType.STRATEGIC,
                                "{spec: {template: {spec: {containers: [{name: c, image: y}]}}}}")))
                .contains("spec.template.spec");
    }

    @Test
    default void servicesGetAnAddressUnlessTheyWantNone() {
        Map<String, Object> service = api().create(
                        Resource.SERVICES,
                        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {a: b}, ports: [{port: 80}]}}");
        String address = Tree.text(service, "spec", "clusterIP");
        assertThat(address).matches("10\\.\\d+\\.\\d+\\.\\d+");
        String rest = "internalTrafficPolicy: Cluster\nipFamilies: [IPv4]\nipFamilyPolicy: SingleStack\n"
                + "selector: {a: b}\nsessionAffinity: None\ntype: ClusterIP\n";
        assertThat(Tree.child(service, "spec"))
                .isEqualTo(yaml(rest + "clusterIP: " + address + "\nclusterIPs: [" + address
                        + "]\nports: [{port: 80, protocol: TCP, targetPort: 80}]"));
        assertThat(Tree.child(service, "status")).isEqualTo(yaml("loadBalancer: {}"));
        Map<String, Object> headless = api().create(
                        Resource.SERVICES,
                        "{apiVersion: v1, kind: Service, metadata: {name: h}, spec: {clusterIP: None, selector: {a: b}, publishNotReadyAddresses: true}}");
        assertThat(Tree.child(headless, "spec"))
                .isEqualTo(yaml(rest + "clusterIP: None\nclusterIPs: [None]\npublishNotReadyAddresses: true"));
        assertThat(
                        fields(
                                api().refusedCreate(
                                                Resource.SERVICES,
                                                "{apiVersion: v1, kind: Service, metadata: {name: bad}, spec: {ports: [{port: 1}, {port: 2}]}}")))
                .containsExactly("spec.ports[0].name", "spec.ports[1].name");
    }

    @Test
    default void aServiceKeepsItsAddressWhenItIsReplaced() {
        String yaml =
                "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {a: %s}, ports: [{port: 80}]}}";
        Map<String, Object> service = api().create(Resource.SERVICES, yaml.formatted("b"));
        Map<String, Object> replaced = api().update(Resource.SERVICES, api().object(yaml.formatted("c")));
        assertThat(Tree.text(replaced, "spec", "clusterIP")).isEqualTo(Tree.text(service, "spec", "clusterIP"));
        assertThat(Tree.child(replaced, "spec", "selector")).isEqualTo(Map.of("a", "c"));
    }

    @Test
    default void textsOfSecretsBecomeData() {
        Map<String, Object> secret = api().create(
                        Resource.SECRETS,
                        "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {a: b}, data: {a: Zm9v, c: ZA==}}");
        assertThat(Tree.child(secret, "data")).isEqualTo(Map.of("a", "Yg==", "c", "ZA=="));
        assertThat(secret).containsEntry("type", "Opaque").doesNotContainKey("stringData");
        assertThat(api().refusedCreate(
                                Resource.SECRETS,
                                "{apiVersion: v1, kind: Secret, metadata: {name: bad}, data: {a: '%%'}}")
                        .code())
                .isEqualTo(400);
    }

    @Test
    default void immutableDataStays() {
        api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, immutable: true, data: {a: b}}");
        assertThat(fields(api().refusedPatch(Resource.CONFIG_MAPS, "c", PatchType.MERGE, "{data: {a: c}}")))
                .containsExactly("data");
        assertThat(fields(api().refusedPatch(Resource.CONFIG_MAPS, "c", PatchType.MERGE, "{immutable: null}")))
                .containsExactly("immutable");
        assertThat(fields(api().refusedCreate(
                                Resource.CONFIG_MAPS,
                                "{apiVersion: v1, kind: ConfigMap, metadata: {name: bad}, data: {'a b': c}}")))
                .containsExactly("data[a b]");
    }

    @Test
    default void emptyCollectionsOfBuiltInKindsAreNotKept() {
        Map<String, Object> created = api().create(
                        Resource.CONFIG_MAPS,
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {}, finalizers: []}, data: {}}");
        assertThat(created).doesNotContainKey("data");
        assertThat(Tree.child(created, "metadata")).doesNotContainKeys("labels", "finalizers");
    }

    @Test
    default void theScaleOfAWidgetIsReadAndWritten() {
        api().create(
                        WIDGETS,
                        "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: {size: small, replicas: 3}}");
        ApiCall get = ApiCall.of("GET", WIDGETS, api().namespace(), "w").onSubresource("scale");
        Map<String, Object> scale = api().send(get);
        assertThat(scale).containsEntry("kind", "Scale").containsEntry("apiVersion", "autoscaling/v1");
        assertThat(Tree.child(scale, "spec")).isEqualTo(Map.of("replicas", 3L));
        assertThat(Tree.child(scale, "status")).isEqualTo(Map.of("replicas", 0L));
        Map<String, Object> changed = Tree.copy(scale);
        Tree.put(changed, 5L, "spec", "replicas");
        Map<String, Object> answer = api().send(new ApiCall(
                "PUT", WIDGETS, api().namespace(), "w", "scale", Map.of(), "application/json", changed));
        assertThat(Tree.at(answer, "spec", "replicas")).isEqualTo(5L);
        Map<String, Object> widget = api().get(WIDGETS, "w");
        assertThat(Tree.at(widget, "spec", "replicas")).isEqualTo(5L);
        assertThat(Tree.at(widget, "metadata", "generation")).isEqualTo(2L);
        assertThat(TestApi.failure(api().client()
                                .send(new ApiCall(
                                        "PUT",
                                        WIDGETS,
                                        api().namespace(),
                                        "w",
                                        "scale",
                                        Map.of(),
                                        "application/json",
                                        changed)))
                        .code())
                .isEqualTo(409);
        api().send(new ApiCall(
                "PATCH",
                WIDGETS,
                api().namespace(),
                "w",
                "scale",
                Map.of(),
                PatchType.MERGE.mediaType(),
                yaml("{spec: {replicas: 2}}")));
        assertThat(Tree.at(api().get(WIDGETS, "w"), "spec", "replicas")).isEqualTo(2L);
    }

    @Test
    default void whatASubresourceCannotDoIsNotAllowed() {
        pod("p", "{containers: [{name: c, image: b}]}");
        ApiException refusal = TestApi.failure(api().client()
                .send(new ApiCall(
                        "POST",
                        Resource.PODS,
                        api().namespace(),
                        "p",
                        "status",
                        Map.of(),
                        "application/json",
                        Tree.of())));
        assertThat(refusal.code()).isEqualTo(405);
    }

    @Test
    default void theStatusOfAPodIsWrittenApart() {
        Map<String, Object> pod = Tree.copy(pod("p", "{containers: [{name: c, image: b}]}"));
        Tree.put(pod, "Running", "status", "phase");
        Tree.put(pod, "10.1.2.3", "status", "podIP");
        Map<String, Object> updated =
                TestApi.await(api().client().updateStatus(Resource.PODS, pod, WriteOptions.DEFAULT));
        assertThat(Tree.text(updated, "status", "phase")).isEqualTo("Running");
        assertThat(api().names(Resource.PODS, ListOptions.fields("status.phase=Running")))
                .containsExactly("p");
    }
}
