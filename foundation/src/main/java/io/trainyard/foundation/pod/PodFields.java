package io.trainyard.foundation.pod;

import io.trainyard.foundation.check.FieldTable;

/** What Kubernetes asks of single fields of a pod spec. */
final class PodFields {
    /** Of what has variables. */
    static final FieldTable VARIABLES = FieldTable.of(
            """
            env[].valueFrom one fieldRef,resourceFieldRef,configMapKeyRef,secretKeyRef,fileKeyRef
            env[].valueFrom.configMapKeyRef/secretKeyRef needed name,key
            env[].valueFrom.fieldRef needed fieldPath
            env[].valueFrom.fieldRef in fieldPath metadata.name metadata.namespace metadata.uid metadata.labels['* metadata.annotations['* spec.nodeName spec.serviceAccountName status.hostIP status.hostIPs status.podIP status.podIPs
            env[].valueFrom.resourceFieldRef in resource limits.cpu limits.memory limits.ephemeral-storage limits.hugepages-* requests.cpu requests.memory requests.ephemeral-storage requests.hugepages-*
            envFrom[] one configMapRef,secretRef
            envFrom[].configMapRef/secretRef needed name
            env[].valueFrom.configMapKeyRef/secretKeyRef like key [-._a-zA-Z0-9]+ must be letters, digits, '-', '_' and '.'
            env[].valueFrom.configMapKeyRef/secretKeyRef subdomain name
            env[].valueFrom.resourceFieldRef like divisor 0|1m?|1000[mkMGTP]?|1[kMGTPE]|1[KMGTPE]i|1024[KMGTP]i must be 1, with a unit such as m or Mi
            envFrom[].configMapRef/secretRef subdomain name
            envFrom[] like prefix [\\x20-<>-~]+ must be printable ASCII characters other than '='""");

    /** Of a container, besides its variables. */
    static final FieldTable CONTAINER = FieldTable.of(
            """
            . in imagePullPolicy Always IfNotPresent Never
            . in terminationMessagePolicy File FallbackToLogsOnError
            . in restartPolicy Always OnFailure Never
            ports[] in protocol TCP UDP SCTP
            volumeMounts[] in mountPropagation None HostToContainer Bidirectional
            volumeMounts[] in recursiveReadOnly Disabled IfPossible Enabled
            volumeMounts[] at-most-one subPath,subPathExpr
            volumeMounts[] below subPath,subPathExpr
            livenessProbe/readinessProbe/startupProbe one exec,httpGet,tcpSocket,grpc
            livenessProbe/readinessProbe/startupProbe between initialDelaySeconds,timeoutSeconds,periodSeconds,failureThreshold,successThreshold 0 2147483647
            livenessProbe/readinessProbe/startupProbe between terminationGracePeriodSeconds 1 2147483647
            livenessProbe/readinessProbe/startupProbe.exec needed command
            livenessProbe/readinessProbe/startupProbe.httpGet/tcpSocket/grpc needed port
            livenessProbe/readinessProbe/startupProbe.httpGet in scheme HTTP HTTPS
            livenessProbe/startupProbe between successThreshold 0 1
            readinessProbe never terminationGracePeriodSeconds a readiness probe ends no container
            lifecycle.postStart/preStop one exec,httpGet,tcpSocket,sleep
            lifecycle.postStart/preStop.exec needed command
            lifecycle.postStart/preStop.httpGet/tcpSocket needed port
            lifecycle.postStart/preStop.httpGet in scheme HTTP HTTPS
            securityContext between runAsUser,runAsGroup 0 2147483647
            securityContext in procMount Default Unmasked
            securityContext.seccompProfile/appArmorProfile needed type
            securityContext.seccompProfile/appArmorProfile in type RuntimeDefault Unconfined Localhost
            livenessProbe/readinessProbe/startupProbe.httpGet.httpHeaders[] like name [-A-Za-z0-9]+ must be letters, digits and '-'""");

    /** Of a pod spec, besides its containers. */
    static final FieldTable POD = FieldTable.of(
            """
            . in dnsPolicy ClusterFirst ClusterFirstWithHostNet Default None
            . in preemptionPolicy PreemptLowerPriority Never
            . subdomain priorityClassName,serviceAccountName,nodeName,runtimeClassName
            . never ephemeralContainers they are added to running pods only
            os in name linux windows
            securityContext between runAsUser,runAsGroup,fsGroup 0 2147483647
            securityContext in fsGroupChangePolicy OnRootMismatch Always
            securityContext in supplementalGroupsPolicy Merge Strict
            securityContext like supplementalGroups [0-9]+ must be at least 0
            hostAliases[] like ip ADDRESS must be an IP address
            hostAliases[] like hostnames [a-z0-9]([-.a-z0-9]*[a-z0-9])? must be lower case letters, digits, '-' and '.'
            dnsConfig like nameservers ADDRESS must be an IP address
            securityContext.seccompProfile/appArmorProfile needed type
            securityContext.seccompProfile/appArmorProfile in type RuntimeDefault Unconfined Localhost
            tolerations[] in operator Exists Equal Gt Lt
            tolerations[] in effect NoSchedule PreferNoSchedule NoExecute
            topologySpreadConstraints[] needed topologyKey,whenUnsatisfiable
            topologySpreadConstraints[] in whenUnsatisfiable DoNotSchedule ScheduleAnyway
            topologySpreadConstraints[] in nodeAffinityPolicy,nodeTaintsPolicy Honor Ignore
            topologySpreadConstraints[] between minDomains 1 2147483647
            resourceClaims[] one resourceClaimName,resourceClaimTemplateName
            resourceClaims[] subdomain resourceClaimName,resourceClaimTemplateName
            volumes[].hostPath needed path
            volumes[].hostPath in type DirectoryOrCreate Directory FileOrCreate File Socket CharDevice BlockDevice
            volumes[].hostPath like path PART(/PART)* must not contain '..'
            volumes[].secret needed secretName
            volumes[].configMap needed name
            volumes[].persistentVolumeClaim needed claimName
            volumes[].nfs needed server,path
            volumes[].nfs like path /.* must begin with '/'
            volumes[].csi needed driver
            volumes[].csi like driver [-.A-Za-z0-9]+ must be letters, digits, '-' and '.'
            volumes[].secret/configMap/downwardAPI/projected between defaultMode 0 511
            volumes[].secret/configMap.items[] needed key,path
            volumes[].secret/configMap/downwardAPI.items[] below path
            volumes[].secret/configMap/downwardAPI.items[] between mode 0 511
            volumes[].downwardAPI.items[] one fieldRef,resourceFieldRef
            volumes[].downwardAPI.items[].fieldRef in fieldPath metadata.labels metadata.annotations metadata.name metadata.namespace metadata.uid metadata.labels['* metadata.annotations['*
            volumes[].projected.sources[] at-most-one secret,configMap,downwardAPI,serviceAccountToken,clusterTrustBundle,podCertificate
            volumes[].projected.sources[].serviceAccountToken needed path
            volumes[].projected.sources[].serviceAccountToken between expirationSeconds 600 4294967296
            volumes[].ephemeral needed volumeClaimTemplate
            volumes[].ephemeral.volumeClaimTemplate needed spec
            volumes[].ephemeral.volumeClaimTemplate.spec needed accessModes,resources
            volumes[].ephemeral.volumeClaimTemplate.spec.resources needed requests
            volumes[].ephemeral.volumeClaimTemplate.spec.resources.requests needed storage
            volumes[].ephemeral.volumeClaimTemplate.spec in accessModes ReadWriteOnce ReadOnlyMany ReadWriteMany ReadWriteOncePod
            . clash hostNetwork=true,hostUsers=false
            . clash shareProcessNamespace=true,hostPID=true
            . clash nodeName,schedulingGates"""
                    .replace("ADDRESS", "[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+|[0-9a-fA-F.]*:[0-9a-fA-F:.]*")
                    .replace("PART", "([^/.][^/]*|\\.([^/.][^/]*)?|\\.\\.[^/]+|)"));

    private PodFields() {}
}
