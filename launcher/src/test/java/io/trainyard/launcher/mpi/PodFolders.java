package io.trainyard.launcher.mpi;

import io.fabric8.kubernetes.api.model.Secret;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes what a kubelet would make of the pods of an MPI job, in the form that {@code pods.sh} runs: mounts with their modes, variables, names. */
final class PodFolders {
    private static final List<String> SSHD = List.of("/usr/sbin/sshd", "-De", "-f", "/home/mpiuser/.sshd_config");

    private final Path folder;
    private final String trainJob;
    private final CompiledMpiJob job;
    private final Secret secret;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final Map<String, String> jobs = new LinkedHashMap<>();

    private PodFolders(Path folder, String trainJob, CompiledMpiJob job, Secret secret) {
        this.folder = folder;
        this.trainJob = trainJob;
        this.job = job;
        this.secret = secret;
        for (String name : job.jobs()) {
            for (int i = 0; i < job.replicas(name) * job.pods(name); i++) {
                String pod = trainJob + "-" + name + "-" + i / job.pods(name) + "-" + i % job.pods(name);
                addresses.put(pod, "10.9.0." + (addresses.size() + 2));
                jobs.put(pod, name);
            }
        }
    }

    /** Writes all pods. */
    static void write(Path folder, String trainJob, CompiledMpiJob job) throws IOException {
        PodFolders pods = new PodFolders(folder, trainJob, job, job.secret());
        for (String name : pods.addresses.keySet()) {
            pods.pod(name, pods.jobs.getOrDefault(name, ""), pods.secret);
        }
        Files.writeString(folder.resolve("launcher"), trainJob + "-launcher-0-0");
    }

    /** The launcher gets a key that no node knows. */
    static void exchangeKeyOfLauncher(Path folder, String trainJob, CompiledMpiJob job) throws IOException {
        new PodFolders(folder, trainJob, job, job.secret())
                .mounts(folder.resolve("pods").resolve(trainJob + "-launcher-0-0"), "launcher", job.secret());
    }

    private void pod(String name, String replicatedJob, Secret keys) throws IOException {
        Path pod = Files.createDirectories(folder.resolve("pods").resolve(name));
        Files.writeString(pod.resolve("address"), addresses.get(name));
        Files.writeString(pod.resolve("hosts"), names(name, replicatedJob));
        Files.writeString(pod.resolve("environment"), environment(replicatedJob));
        Files.writeString(pod.resolve("command"), String.join("\n", command(replicatedJob)) + "\n");
        Files.writeString(
                pod.resolve("group"),
                Tree.wholeNumber(job.podSpec(replicatedJob), "securityContext", "fsGroup")
                        .orElse(1000)
                        .toString());
        mounts(pod, replicatedJob, keys);
    }

    /** What the cluster's DNS would answer; short names of other pods only with the search domain that resolves them (MPI-79). */
    private String names(String own, String replicatedJob) {
        String domain = trainJob + ".lab.svc.cluster.local";
        boolean shortNames =
                Tree.list(job.podSpec(replicatedJob), "dnsConfig", "searches").contains(domain);
        StringBuilder names = new StringBuilder("127.0.0.1 localhost\n");
        addresses.forEach((name, address) -> {
            names.append(address).append(' ').append(name).append('.').append(trainJob);
            if (name.equals(own) || shortNames) {
                names.append(' ').append(name);
            }
            names.append('\n');
        });
        return names.toString();
    }

    private String environment(String replicatedJob) {
        StringBuilder lines = new StringBuilder();
        for (Map<String, Object> variable : Tree.objects(job.container(replicatedJob), "env")) {
            lines.append(variable.get("name"))
                    .append('=')
                    .append(variable.getOrDefault("value", ""))
                    .append('\n');
        }
        return lines.toString();
    }

    private List<String> command(String replicatedJob) {
        List<String> words = new ArrayList<>();
        Tree.list(job.container(replicatedJob), "command").forEach(word -> words.add(String.valueOf(word)));
        Tree.list(job.container(replicatedJob), "args").forEach(word -> words.add(String.valueOf(word)));
        return words.isEmpty() ? SSHD : words;
    }

    private void mounts(Path pod, String replicatedJob, Secret keys) throws IOException {
        Map<String, Map<String, Object>> volumes = new LinkedHashMap<>();
        Tree.objects(job.podSpec(replicatedJob), "volumes")
                .forEach(volume -> volumes.put(String.valueOf(volume.get("name")), volume));
        boolean group = Tree.wholeNumber(job.podSpec(replicatedJob), "securityContext", "fsGroup")
                .isPresent();
        for (Map<String, Object> mount : Tree.objects(job.container(replicatedJob), "volumeMounts")) {
            Path target = Files.createDirectories(pod.resolve("root")
                    .resolve(String.valueOf(mount.get("mountPath")).substring(1)));
            Map<String, Object> volume = volumes.get(String.valueOf(mount.get("name")));
            Map<String, Object> source =
                    volume.containsKey("secret") ? Tree.child(volume, "secret") : Tree.child(volume, "configMap");
            for (Map<String, Object> item : Tree.objects(source, "items")) {
                byte[] content = volume.containsKey("secret")
                        ? Base64.getDecoder().decode(keys.getData().get(String.valueOf(item.get("key"))))
                        : job.hostfile().getBytes(StandardCharsets.UTF_8);
                Path file = target.resolve(String.valueOf(item.get("path")));
                Files.deleteIfExists(file);
                Files.write(file, content);
                int mode = Tree.wholeNumber(item, "mode")
                        .or(() -> Tree.wholeNumber(source, "defaultMode"))
                        .orElseThrow();
                Files.setPosixFilePermissions(file, permissions(group ? mode | 0440 : mode));
            }
        }
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        PosixFilePermission[] bits = {
            PosixFilePermission.OTHERS_EXECUTE,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_READ
        };
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < bits.length; bit++) {
            if ((mode >> bit & 1) == 1) {
                permissions.add(bits[bit]);
            }
        }
        return permissions;
    }
}
