package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Volumes as programs find them (POD-18 to POD-20, LOCAL-76, LOCAL-77). */
final class VolumesIT {
    @TempDir
    private Path folder;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void filesHaveTheContentAndTheModesThatThePodAsksFor() throws IOException {
        try (Laptop laptop = new Laptop(folder)) {
            laptop.create(
                    Resource.CONFIG_MAPS, "{metadata: {name: conf}, data: {a: one, b: two}, binaryData: {c: AAE=}}");
            laptop.create(Resource.SECRETS, "{metadata: {name: keys}, data: {id: c2VjcmV0}}");
            laptop.run(
                    """
                    metadata: {name: files, labels: {app: demo, tier: one}}
                    spec:
                      restartPolicy: Never
                      volumes:
                      - {name: conf, configMap: {name: conf, items: [{key: a, path: deep/a, mode: 256}, {key: c, path: c}]}}
                      - {name: keys, secret: {secretName: keys, defaultMode: 384}}
                      - {name: info, downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}, {path: cpu, resourceFieldRef: {containerName: main, resource: limits.cpu, divisor: 1m}}]}}
                      - {name: all, projected: {sources: [{configMap: {name: conf, items: [{key: b, path: b}]}}, {secret: {name: keys}}, {serviceAccountToken: {path: token}}]}}
                      - {name: none, configMap: {name: missing, optional: true}}
                      containers:
                      - name: main
                        image: none
                        resources: {limits: {cpu: 500m}}
                        command: [sh, -c, "cat /conf/deep/a /keys/id /info/labels /info/cpu /all/b /all/id; ls /none | wc -l; ls /all"]
                        volumeMounts: [{name: conf, mountPath: /conf}, {name: keys, mountPath: /keys}, {name: info, mountPath: /info}, {name: all, mountPath: /all}, {name: none, mountPath: /none}]
                    """);

            laptop.awaitPhase("files", "Succeeded");

            assertThat(laptop.log("files", "main"))
                    .isEqualTo("onesecretapp=\"demo\"\ntier=\"one\"500twosecret0\nb\nid\ntoken\n");
            Path volumes = laptop.podFolder("files").root().resolve("volumes");
            assertThat(mode(volumes.resolve("conf/deep/a"))).isEqualTo("r--------");
            assertThat(mode(volumes.resolve("conf/c"))).isEqualTo("rw-r--r--");
            assertThat(Files.readAllBytes(volumes.resolve("conf/c"))).containsExactly(0, 1);
            assertThat(mode(volumes.resolve("keys/id"))).isEqualTo("rw-------");
            assertThat(mode(volumes.resolve("keys"))).isEqualTo("rwx------");
        }
    }

    @Test
    void partsOfVolumesAreMadeForInitContainersToo() {
        try (Laptop laptop = new Laptop(folder)) {
            laptop.run(
                    """
                    metadata: {name: parts}
                    spec:
                      restartPolicy: Never
                      volumes: [{name: v, emptyDir: {}}]
                      initContainers:
                      - {name: first, image: none, command: [sh, -c, "echo x > /in/file"], volumeMounts: [{name: v, mountPath: /in, subPath: a/b}]}
                      containers:
                      - name: main
                        image: none
                        env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
                        command: [sh, -c, "cat /all/a/b/file; ls -d /own && echo y > /own/f"]
                        volumeMounts: [{name: v, mountPath: /all}, {name: v, mountPath: /own, subPathExpr: "of-$(POD)"}]
                    """);

            laptop.awaitPhase("parts", "Succeeded");

            assertThat(laptop.podFolder("parts").root().resolve("volumes/v/of-parts/f"))
                    .hasContent("y");
            assertThat(laptop.log("parts", "main")).startsWith("x\n");
        }
    }

    private static String claiming(String name) {
        return """
                metadata: {name: %s}
                spec:
                  restartPolicy: Never
                  volumes: [{name: v, persistentVolumeClaim: {claimName: shared}}]
                  containers:
                  - {name: main, image: none, command: [sh, -c, "cat /v/file 2>/dev/null; echo %s >> /v/file"], volumeMounts: [{name: v, mountPath: /v}]}
                """
                .formatted(name, name);
    }

    @Test
    void aClaimOutlivesItsPodsAndIsMadeWithAWarningWhenItDoesNotExist() {
        try (Laptop laptop = new Laptop(folder)) {
            laptop.run(claiming("first"));
            laptop.awaitPhase("first", "Succeeded");
            laptop.run(claiming("second"));
            laptop.awaitPhase("second", "Succeeded");

            assertThat(laptop.log("second", "main")).isEqualTo("first\n");
            assertThat(laptop.awaitEvent("first", "LocalClaimMade")).contains("shared");
        }
    }

    @Test
    @DisplayName(
            "a claim that was made for a job is empty for the next job of that name, and goes with the run (LOCAL-76)")
    void aClaimOfAJobBeginsEmpty() {
        Resource claims = new Resource("", "v1", "persistentvolumeclaims");
        try (Laptop laptop = new Laptop(folder)) {
            laptop.create(Resource.CONFIG_MAPS, "{metadata: {name: owner}}");
            Map<String, Object> owner = Laptop.await(laptop.client().get(Resource.CONFIG_MAPS, "default", "owner"));
            String claim =
                    "{metadata: {name: shared, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s}]}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}"
                            .formatted(Tree.text(owner, "metadata", "uid"));
            laptop.create(claims, claim);
            laptop.run(claiming("first"));
            laptop.awaitPhase("first", "Succeeded");
            Laptop.await(laptop.client().delete(claims, "default", "shared", DeleteOptions.DEFAULT));
            laptop.create(claims, claim);
            laptop.run(claiming("second"));
            laptop.awaitPhase("second", "Succeeded");

            assertThat(laptop.log("second", "main")).isEmpty();
            assertThat(folder.resolve("pvc")).doesNotExist();
            assertThat(folder.resolve("claims/default")).isDirectory();
        }
    }

    @Test
    void onRequestAPodWaitsForItsClaimAsInAClusterAndGivesUpWithAReason() {
        try (Laptop laptop = new Laptop(
                folder,
                options -> Settings.givingUpAfter(
                        Duration.ofSeconds(2),
                        options.withFolders(Settings.folders(folder, folder, Optional.empty(), false))))) {
            laptop.run(claiming("waits"));

            Map<String, Object> status = laptop.awaitPhase("waits", "Failed");

            assertThat(Tree.text(status, "message")).isEqualTo("persistentvolumeclaim \"shared\" not found");
        }
    }

    @Test
    void whatThisMachineCannotMountFailsThePodAtOnce() {
        try (Laptop laptop = new Laptop(folder)) {
            laptop.run(
                    "{metadata: {name: nfs}, spec: {volumes: [{name: v, nfs: {server: x, path: /}}], containers: [{name: main, image: none, command: ['true']}]}}");
            laptop.run(
                    "{metadata: {name: host}, spec: {volumes: [{name: v, hostPath: {path: /proc}}], containers: [{name: main, image: none, command: ['true']}]}}");

            assertThat(Tree.text(laptop.awaitPhase("nfs", "Failed"), "message")).contains("nfs is not supported");
            assertThat(Tree.text(laptop.awaitPhase("host", "Failed"), "message"))
                    .contains("--allow-host-path");
        }
    }
}
