package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ordinary mistakes in a Job: what we refuse of one, Kubernetes refuses, and what is right both take. */
interface MistakesBehavior extends BehaviorSuite {
    /** Below the spec of the Job, with its restartPolicy and one container. */
    private static String job(String fields) {
        Map<String, Object> container = Tree.of("name", "c", "image", "i");
        Map<String, Object> pod = Tree.of("restartPolicy", "Never", "containers", List.of(container));
        Map<String, Object> job = Tree.of("template", Tree.of("spec", pod));
        Map<String, Object> given = Tree.object(Yaml.parse("{" + fields + "}"));
        container.putAll(Tree.child(given, "c"));
        container.values().removeIf("none"::equals);
        pod.putAll(Tree.child(given, "pod"));
        job.putAll(Tree.child(given, "job"));
        return Json.text(Tree.of(
                "apiVersion", "batch/v1", "kind", "Job", "metadata", Tree.of("generateName", "m-"), "spec", job));
    }

    @ParameterizedTest
    @DisplayName("VAL-101, LOCAL-46: a mistake is refused at its field, and what would be right is taken")
    @CsvSource(
            delimiter = '|',
            maxCharsPerColumn = 2000,
            textBlock =
                    """
            image            | 'c: {image: none}'                                                   | 'c: {image: i}'
            volumeMounts     | 'c: {volumeMounts: [{name: v, mountPath: /v}]}'                      | 'c: {volumeMounts: [{name: v, mountPath: /v}]}, pod: {volumes: [{name: v}]}'
            limits           | 'c: {resources: {requests: {nvidia.com/gpu: 1}}}'                    | 'c: {resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1}}}'
            requests         | 'c: {resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 2}}}' | 'c: {resources: {limits: {nvidia.com/gpu: 2}}}'
            requests         | 'c: {resources: {requests: {cpu: 2}, limits: {cpu: 1}}}'             | 'c: {resources: {requests: {cpu: 1}, limits: {cpu: 2}}}'
            gpu              | 'c: {resources: {limits: {gpu: 1}}}'                                 | 'c: {resources: {limits: {kubernetes.io/gpu: 1}}}'
            resources        | 'c: {resources: {limits: {hugepages-2Mi: 2Mi}}}'                     | 'c: {resources: {limits: {hugepages-2Mi: 2Mi, memory: 1Gi}}}'
            hugepages        | 'c: {resources: {limits: {hugepages-2Mi: 3Mi, memory: 1Gi}}}'        | 'c: {resources: {limits: {hugepages-2Mi: 4Mi, memory: 1Gi}}}'
            claims           | 'c: {resources: {claims: [{name: a}]}}'                              | 'c: {resources: {claims: [{name: a}]}}, pod: {resourceClaims: [{name: a, resourceClaimTemplateName: t}]}'
            resourceClaims   | 'pod: {resourceClaims: [{name: a}]}'                                 | 'pod: {resourceClaims: [{name: a, resourceClaimName: t}]}'
            restartPolicy    | 'pod: {restartPolicy: Always}'                                       | 'pod: {restartPolicy: OnFailure}'
            restartPolicy    | 'pod: {restartPolicy: OnFailure}, job: {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1]}}]}}' | 'job: {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1]}}]}}'
            containerName    | 'job: {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {containerName: d, operator: In, values: [1]}}]}}' | 'job: {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {containerName: c, operator: In, values: [1]}}]}}'
            values           | 'job: {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [2, 1]}}]}}' | 'job: {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: NotIn, values: [0, 2]}}]}}'
            values           | 'job: {podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [0]}}]}}' | 'job: {podFailurePolicy: {rules: [{action: Count, onExitCodes: {operator: In, values: [3]}}]}}'
            rules            | 'job: {podFailurePolicy: {rules: [{action: FailJob}]}}'              | 'job: {podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}]}}'
            action           | 'job: {podFailurePolicy: {rules: [{action: FailIndex, onExitCodes: {operator: In, values: [1]}}]}}' | 'job: {completions: 2, completionMode: Indexed, backoffLimitPerIndex: 1, podFailurePolicy: {rules: [{action: FailIndex, onExitCodes: {operator: In, values: [1]}}]}}'
            podReplacementPolicy | 'job: {podReplacementPolicy: TerminatingOrFailed, podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1]}}]}}' | 'job: {podReplacementPolicy: Failed, podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1]}}]}}'
            completionMode   | 'job: {completionMode: indexed}'                                     | 'job: {completionMode: Indexed, completions: 1}'
            completions      | 'job: {completionMode: Indexed, parallelism: 2}'                     | 'job: {completionMode: Indexed}'
            maxFailedIndexes | 'job: {completions: 2, completionMode: Indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 3}' | 'job: {completions: 2, completionMode: Indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 2}'
            succeededIndexes | 'job: {completions: 2, completionMode: Indexed, successPolicy: {rules: [{succeededIndexes: 0-2}]}}' | 'job: {completions: 2, completionMode: Indexed, successPolicy: {rules: [{succeededIndexes: 0-1}]}}'
            tolerations      | 'pod: {tolerations: [{key: a, operator: Exists, value: b}]}'         | 'pod: {tolerations: [{key: a, operator: Equal, value: b}]}'
            tolerations      | 'pod: {tolerations: [{key: a, operator: exists}]}'                   | 'pod: {tolerations: [{operator: Exists}]}'
            tolerations      | 'pod: {tolerations: [{effect: NoSchedule}]}'                         | 'pod: {tolerations: [{key: a, effect: NoSchedule}]}'
            tolerations      | 'pod: {tolerations: [{key: a=b, operator: Exists}]}'                 | 'pod: {tolerations: [{key: a.b/c, operator: Exists}]}'
            tolerations      | 'pod: {tolerations: [{key: a, operator: Exists, tolerationSeconds: 5}]}' | 'pod: {tolerations: [{key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]}'
            dnsConfig        | 'pod: {dnsPolicy: None}'                                             | 'pod: {dnsPolicy: None, dnsConfig: {nameservers: [10.0.0.1]}}'
            dnsPolicy        | 'pod: {dnsPolicy: Cluster}'                                          | 'pod: {dnsPolicy: Default}'
            maxSkew          | 'pod: {topologySpreadConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable: DoNotSchedule}]}' | 'pod: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule, minDomains: 2}]}'
            minDomains       | 'pod: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, minDomains: 2}]}' | 'pod: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, nodeTaintsPolicy: Honor}]}'
            values           | 'pod: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}}}' | 'pod: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, values: [b]}]}]}}}}'
            values           | 'pod: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists, values: [b]}]}]}}}}' | 'pod: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Gt, values: ["1"]}]}]}}}}'
            nodeSelectorTerms | 'pod: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}}}' | 'pod: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}}}}'
            weight           | 'pod: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 101, preference: {matchExpressions: [{key: a, operator: Exists}]}}]}}}' | 'pod: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, preference: {matchExpressions: [{key: a, operator: Exists}]}}]}}}'
            topologyKey      | 'pod: {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: ""}]}}}' | 'pod: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchExpressions: [{key: a, operator: NotIn, values: [b]}]}}]}}}'
            containerPort    | 'c: {ports: [{containerPort: 99999}]}'                               | 'c: {ports: [{containerPort: 65535, protocol: SCTP}]}'
            hostPort         | 'c: {ports: [{containerPort: 80, hostPort: 81}]}, pod: {hostNetwork: true}' | 'c: {ports: [{containerPort: 80}]}, pod: {hostNetwork: true}'
            subPath          | 'c: {volumeMounts: [{name: v, mountPath: /v, subPath: ../y}]}, pod: {volumes: [{name: v}]}' | 'c: {volumeMounts: [{name: v, mountPath: /v, subPath: a/..b}]}, pod: {volumes: [{name: v}]}'
            mountPropagation | 'c: {volumeMounts: [{name: v, mountPath: /v, mountPropagation: Bidirectional}]}, pod: {volumes: [{name: v}]}' | 'c: {volumeMounts: [{name: v, mountPath: /v, mountPropagation: HostToContainer}]}, pod: {volumes: [{name: v}]}'
            recursiveReadOnly | 'c: {volumeMounts: [{name: v, mountPath: /v, recursiveReadOnly: Enabled}]}, pod: {volumes: [{name: v}]}' | 'c: {volumeMounts: [{name: v, mountPath: /v, readOnly: true, recursiveReadOnly: IfPossible}]}, pod: {volumes: [{name: v}]}'
            volumeDevices    | 'c: {volumeDevices: [{name: v, devicePath: /dev/v}]}, pod: {volumes: [{name: v}]}' | 'c: {volumeDevices: [{name: v, devicePath: /dev/v}]}, pod: {volumes: [{name: v, persistentVolumeClaim: {claimName: a}}]}'
            volumes          | 'pod: {volumes: [{name: v, emptyDir: {}, hostPath: {path: /a}}]}'    | 'pod: {volumes: [{name: v, hostPath: {path: /a/..b, type: ""}}]}'
            volumes          | 'pod: {volumes: [{name: V_1}]}'                                       | 'pod: {volumes: [{name: v-1}]}'
            path             | 'pod: {volumes: [{name: v, hostPath: {path: /a/../b}}]}'             | 'pod: {volumes: [{name: v, hostPath: {path: /, type: Directory}}]}'
            defaultMode      | 'pod: {volumes: [{name: v, secret: {secretName: s, defaultMode: 644}}]}' | 'pod: {volumes: [{name: v, secret: {secretName: s, defaultMode: 420, items: [{key: a, path: b/c}]}}]}'
            secretName       | 'pod: {volumes: [{name: v, secret: {}}]}'                            | 'pod: {volumes: [{name: v, configMap: {name: a}}]}'
            sources          | 'pod: {volumes: [{name: v, projected: {sources: [{secret: {name: a}, configMap: {name: b}}]}}]}' | 'pod: {volumes: [{name: v, projected: {sources: [{secret: {name: a}}, {serviceAccountToken: {path: t, expirationSeconds: 600}}]}}]}'
            accessModes      | 'pod: {volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [RWO], resources: {requests: {storage: 1Gi}}}}}}]}' | 'pod: {volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]}'
            imagePullPolicy  | 'c: {imagePullPolicy: Sometimes}'                                    | 'c: {imagePullPolicy: Always}'
            env              | 'c: {env: [{name: A=B}]}'                                            | 'c: {env: [{name: a b-1.C}]}'
            valueFrom        | 'c: {env: [{name: A, valueFrom: {}}]}'                               | 'c: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: "metadata.labels[''a'']"}}}]}'
            fieldPath        | 'c: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.nam}}}]}' | 'c: {env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}]}'
            divisor          | 'c: {env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 3}}}]}' | 'c: {env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1Mi}}}]}'
            envFrom          | 'c: {envFrom: [{}]}'                                                 | 'c: {envFrom: [{prefix: A_, configMapRef: {name: a}}]}'
            livenessProbe    | 'c: {livenessProbe: {}}'                                             | 'c: {livenessProbe: {exec: {command: [a]}}}'
            livenessProbe    | 'c: {livenessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}}'   | 'c: {livenessProbe: {grpc: {port: 1}}}'
            successThreshold | 'c: {startupProbe: {successThreshold: 2, exec: {command: [a]}}}'     | 'c: {readinessProbe: {successThreshold: 2, exec: {command: [a]}}}'
            port             | 'c: {livenessProbe: {httpGet: {port: 0}}}'                           | 'c: {livenessProbe: {httpGet: {port: http, scheme: HTTPS, httpHeaders: [{name: X-a, value: b}]}}}'
            terminationGracePeriodSeconds | 'c: {readinessProbe: {terminationGracePeriodSeconds: 1, exec: {command: [a]}}}' | 'c: {livenessProbe: {terminationGracePeriodSeconds: 1, exec: {command: [a]}}}'
            lifecycle        | 'c: {lifecycle: {preStop: {}}}'                                      | 'c: {lifecycle: {preStop: {sleep: {seconds: 1}}}}'
            lifecycle        | 'pod: {initContainers: [{name: a, image: b, lifecycle: {preStop: {exec: {command: [a]}}}}]}' | 'pod: {initContainers: [{name: a, image: b, restartPolicy: Always, lifecycle: {preStop: {exec: {command: [a]}}}}]}'
            securityContext  | 'c: {securityContext: {privileged: true, allowPrivilegeEscalation: false}}' | 'c: {securityContext: {allowPrivilegeEscalation: false, capabilities: {add: [SYS_ADMIN]}}}'
            runAsUser        | 'c: {securityContext: {runAsUser: -1}}'                              | 'pod: {securityContext: {runAsUser: 0, fsGroup: 2147483647, supplementalGroups: [7]}}'
            localhostProfile | 'pod: {securityContext: {seccompProfile: {type: Localhost}}}'        | 'pod: {securityContext: {seccompProfile: {type: Localhost, localhostProfile: a.json}}}'
            nodeSelector     | 'pod: {nodeSelector: {gpu: nvidia a100}}'                            | 'pod: {nodeSelector: {example.com/gpu: a100}}'
            schedulingGates  | 'pod: {schedulingGates: [{name: my gate}]}'                          | 'pod: {schedulingGates: [{name: example.com/gate}]}'
            priorityClassName | 'pod: {priorityClassName: High_Priority}'                           | 'pod: {priorityClassName: high.priority}'
            hostNetwork      | 'pod: {hostNetwork: true, hostUsers: false}'                         | 'pod: {hostNetwork: true}'
            shareProcessNamespace | 'pod: {hostPID: true, shareProcessNamespace: true}'             | 'pod: {shareProcessNamespace: true}'
            """)
    default void aMistakeOfAJobIsRefusedAndWhatIsRightIsTaken(String field, String wrong, String right) {
        ApiException refusal = api().refusedCreate(Resource.JOBS, job(wrong));

        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.getMessage()).contains(field);
        assertThat(api().create(Resource.JOBS, job(right))).isNotEmpty();
    }
}
