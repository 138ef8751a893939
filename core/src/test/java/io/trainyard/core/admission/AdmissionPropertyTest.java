package io.trainyard.core.admission;

import static io.trainyard.core.admission.AdmissionFixture.NODE;
import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/** No object, however broken, makes admission fail: it is allowed or refused for a fault of its own, never for one of ours. */
final class AdmissionPropertyTest {
    private static final int TRIES = 1_000;
    private static final int MUTATIONS_PER_TRY = 100;
    private static final List<Object> STRANGE = strange();

    private static final String TRAIN_JOB =
            """
            {runtimeRef: {name: plain, kind: ClusterTrainingRuntime}, suspend: true,
             initializer: {dataset: {storageUri: 's3://a/b', env: [{name: A, value: b}], secretRef: {name: s}}, model: {}},
             trainer: {image: i, command: [a], args: [b], numNodes: 2, numProcPerNode: auto, env: [{name: A, valueFrom: {fieldRef: {fieldPath: a}}}], resourcesPerNode: {limits: {cpu: 4, memory: 1Gi}}},
             labels: {a: b}, annotations: {c: d}, managedBy: x, activeDeadlineSeconds: 5,
             plugins: [{name: plainml, parameters: {a: [1, {b: 2}]}}],
             podSpecOverrides: [{targetJobs: [{name: node}], containers: [{name: sidecar, env: [{name: A}]}]}],
             podTemplateOverrides: [{targetJobs: [{name: node}], metadata: {labels: {a: b}}, spec: {nodeSelector: {a: b}, tolerations: [{key: a}], volumes: [{name: v, emptyDir: {}}], containers: [{name: node, volumeMounts: [{name: v, mountPath: /a}]}]}}],
             runtimePatches: [{manager: a.io/x, time: '2026-01-01T00:00:00Z', trainingRuntimeSpec: {template: {metadata: {labels: {a: b}}, spec: {replicatedJobs: [{name: node, template: {metadata: {labels: {a: b}}, spec: {template: {metadata: {annotations: {a: b}}, spec: {serviceAccountName: x, schedulingGates: [{name: g}]}}}}}]}}}}]}
            """;

    private static final String RUNTIME =
            """
            {mlPolicy: {numNodes: 1, torch: {numProcPerNode: auto, elasticPolicy: {minNodes: 1, maxNodes: 2, metrics: [{type: Pods}]}, envInjection: {targets: [{jobName: node, containerNames: [sidecar]}]}}, mpi: {sshAuthMountPath: /a}, plugin: {name: acme, parameters: {a: 1}}},
             podGroupPolicy: {plugin: {name: acme}},
             template: {metadata: {labels: {a: b}}, spec: {replicatedJobs: [%s, {name: side, replicas: 2, dependsOn: [{name: node, status: Ready}], template: {spec: {parallelism: 2, template: {spec: {containers: [{name: s, resources: {requests: {cpu: 1}}}]}}}}}],
               network: {subdomain: x}, successPolicy: {operator: All, targetReplicatedJobs: [node]}, failurePolicy: {rules: [{name: a, action: FailJobSet}]}, volumeClaimPolicies: [{templates: [{metadata: {name: c}}]}]}}}
            """
                    .formatted(NODE);

    private static final Map<String, Object> TRAIN_JOB_TREE = AdmissionFixture.trainJob(TRAIN_JOB);
    private static final Map<String, Object> RUNTIME_TREE = AdmissionFixture.runtime(RUNTIME);

    private final AdmissionFixture world = new AdmissionFixture();
    private final AdmissionWebhooks admissions = admissions();

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF, seed = "20260101")
    void noTreeMakesAdmissionFail(@ForAll long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < MUTATIONS_PER_TRY; i++) {
            Map<String, Object> trainJob = mutated(TRAIN_JOB_TREE, random);
            Map<String, Object> old = random.nextInt(3) == 0 ? mutated(TRAIN_JOB_TREE, random) : TRAIN_JOB_TREE;
            Map<String, Object> runtime = mutated(RUNTIME_TREE, random);
            switch (random.nextInt(6)) {
                case 0 -> judge(admissions.trainJobDefaults(), "TrainJob", trainJob, null);
                case 1 -> judge(admissions.trainJobDefaults(), "TrainJob", trainJob, old);
                case 2 -> judge(admissions.trainJobs(), "TrainJob", trainJob, null);
                case 3 -> judge(admissions.trainJobs(), "TrainJob", trainJob, old);
                case 4 -> judge(admissions.runtimes(), "ClusterTrainingRuntime", runtime, null);
                default -> judge(admissions.runtimes(), "ClusterTrainingRuntime", runtime, RUNTIME_TREE);
            }
        }
    }

    private void judge(
            AdmissionWebhook admission, String kind, Map<String, Object> object, @Nullable Map<String, Object> old) {
        AdmissionResponse answer = AdmissionFixture.answer(admission, world.request(kind, object, old));
        assertThat(answer.code()).as(answer.message()).isIn(200, 403);
        assertThat(answer.allowed()).isEqualTo(answer.causes().isEmpty());
    }

    private AdmissionWebhooks admissions() {
        world.with(clusterRuntime("plain", "{template: {spec: {replicatedJobs: [" + NODE + "]}}}"));
        return world.admissions();
    }

    private static Map<String, Object> mutated(Map<String, Object> tree, Random random) {
        Map<String, Object> copy = copy(tree);
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            change(copy, random);
        }
        return copy;
    }

    /** Walks down at random and breaks something on the way. */
    @SuppressWarnings("unchecked")
    private static void change(Object node, Random random) {
        if (node instanceof Map<?, ?> map && !map.isEmpty()) {
            Map<String, Object> object = (Map<String, Object>) map;
            String key = new ArrayList<>(object.keySet()).get(random.nextInt(object.size()));
            Object child = object.get(key);
            if (random.nextInt(4) != 0 && isContainer(child)) {
                change(child, random);
            } else {
                switch (random.nextInt(4)) {
                    case 0 -> object.remove(key);
                    case 1 -> object.put("x" + random.nextInt(3), strange(random));
                    default -> object.put(key, strange(random));
                }
            }
        } else if (node instanceof List<?> items && !items.isEmpty()) {
            List<Object> list = (List<Object>) items;
            int index = random.nextInt(list.size());
            Object child = list.get(index);
            if (random.nextInt(4) != 0 && isContainer(child)) {
                change(child, random);
            } else {
                switch (random.nextInt(4)) {
                    case 0 -> list.remove(index);
                    case 1 -> list.add(strange(random));
                    case 2 -> list.add(child);
                    default -> list.set(index, strange(random));
                }
            }
        }
    }

    private static boolean isContainer(Object value) {
        return value instanceof Map<?, ?> map && !map.isEmpty() || value instanceof List<?> list && !list.isEmpty();
    }

    private static Object strange(Random random) {
        Object value = STRANGE.get(random.nextInt(STRANGE.size()));
        return value instanceof Map<?, ?> || value instanceof List<?>
                ? copy(new LinkedHashMap<>(Map.of("v", value))).get("v")
                : value;
    }

    private static List<Object> strange() {
        Object deep = "bottom";
        Object deepList = "bottom";
        for (int i = 0; i < 900; i++) {
            deep = new LinkedHashMap<>(Map.of("template", deep));
            deepList = new ArrayList<>(List.of(deepList));
        }
        List<Object> values = new ArrayList<>(List.of(
                "",
                " ",
                "node",
                "a\nb\u0000\ud83d",
                "x".repeat(5_000),
                "9".repeat(400),
                "1e999999999",
                "-0.0",
                0,
                -1,
                1,
                Integer.MAX_VALUE,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                new BigInteger("9".repeat(50)),
                1.5,
                Double.MAX_VALUE,
                true,
                false));
        values.add(List.of());
        values.add(new ArrayList<>(List.of("a", 1, Map.of("name", "node"))));
        values.add(Map.of());
        values.add(tree("{name: node, metadata: {labels: {a: [1]}}, spec: [], containers: {}}"));
        values.add(deep);
        values.add(deepList);
        values.add(null);
        return values;
    }
}
