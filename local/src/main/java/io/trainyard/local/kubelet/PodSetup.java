package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.environment.PodFacts;
import io.trainyard.local.kubelet.environment.References;
import io.trainyard.local.kubelet.environment.Sources;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.naming.FreePorts;
import io.trainyard.local.kubelet.naming.NameRewriter;
import io.trainyard.local.kubelet.naming.PortMentions;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.kubelet.volume.VolumeFolders;
import io.trainyard.local.kubelet.volume.VolumePlan;
import io.trainyard.local.kubelet.volume.VolumePlanner;
import io.trainyard.local.kubelet.volume.VolumeWriter;
import io.trainyard.local.tree.Tree;
import io.vertx.core.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Sets up what the containers of one pod share: address, ports, volumes, hosts file. */
final class PodSetup {
    private static final List<String> GROUP_LABELS =
            List.of("jobset.sigs.k8s.io/jobset-name", "batch.kubernetes.io/job-name", "job-name");

    private final Node node;
    private final PodSpec pod;
    private final PodFolder folder;
    private final String group;
    private final String address;
    private Map<String, Path> volumes = Map.of();

    PodSetup(Node node, PodSpec pod, PodFolder folder) {
        this.node = node;
        this.pod = pod;
        this.folder = folder;
        this.group = groupOf(pod);
        this.address = node.addresses().admit(pod);
        node.ports().join(group, pod.uid());
    }

    private static String groupOf(PodSpec pod) {
        for (String label : GROUP_LABELS) {
            if (pod.labels().get(label) instanceof String name) {
                return pod.namespace() + "/" + name;
            }
        }
        return pod.uid();
    }

    String address() {
        return address;
    }

    Map<String, Path> volumes() {
        return volumes;
    }

    PodFacts facts() {
        return new PodFacts(pod, node.options().nodeName(), address, Node.HOST_ADDRESS, node.capacity());
    }

    /** Replaces names as they are known now; empty when they are to be left alone. */
    Optional<NameRewriter> names() {
        return node.options().rewritesNames()
                ? Optional.of(new NameRewriter(
                        name -> node.addresses().resolve(pod.namespace(), name),
                        node.ports().ports(group)))
                : Optional.empty();
    }

    /** Sets everything up; may be called again when it failed. */
    Future<Void> run() {
        return choosePorts()
                .compose(nothing -> new SourceLoader(node.client()).load(pod.namespace(), References.ofVolumes(pod)))
                .compose(this::makeVolumes);
    }

    private Future<Void> choosePorts() {
        Set<Integer> wanted =
                node.options().mapsPorts() ? node.ports().undecided(group, PortMentions.in(pod)) : Set.of();
        if (wanted.isEmpty()) {
            return Future.succeededFuture();
        }
        Set<Integer> taken = node.ports().takenByOthers(group);
        return node.blocking(() -> FreePorts.choose(wanted, taken)).map(chosen -> {
            node.ports().decide(group, chosen);
            tellOfChanges(chosen);
            return null;
        });
    }

    private void tellOfChanges(Map<Integer, Integer> chosen) {
        chosen.forEach((wish, port) -> {
            if (!wish.equals(port)) {
                node.events()
                        .normal(
                                pod,
                                "LocalPortRemapped",
                                "port " + wish + " is taken on this machine; " + port + " is used in its place");
            }
        });
    }

    private Future<Void> makeVolumes(Sources sources) {
        FolderOptions places = node.options().folders();
        VolumeFolders where = new VolumeFolders(
                folder.root(), places.claims(), places.bindings(), places.open(), places.anyHostPath());
        List<VolumePlan> plans = new VolumePlanner(facts(), sources, where).plan();
        UnaryOperator<String> rewriting = rewriting();
        List<VolumePlan> rewritten =
                plans.stream().map(plan -> rewritten(plan, rewriting)).toList();
        String hosts = node.addresses().hostsFile(pod.namespace());
        Map<String, Path> roots = new LinkedHashMap<>();
        rewritten.forEach(plan -> roots.put(plan.name(), plan.root()));
        return node.blocking(() -> {
                    VolumeWriter.write(rewritten);
                    makeSubPaths(roots);
                    Files.createDirectories(folder.hosts().getParent());
                    Files.writeString(folder.hosts(), hosts);
                    return null;
                })
                .map(done -> {
                    volumes = roots;
                    return null;
                });
    }

    private UnaryOperator<String> rewriting() {
        return names().<UnaryOperator<String>>map(rewriter -> rewriter::rewrite).orElse(UnaryOperator.identity());
    }

    private static VolumePlan rewritten(VolumePlan plan, UnaryOperator<String> rewriting) {
        return plan instanceof VolumePlan.Files files ? files.withTexts(rewriting) : plan;
    }

    // A part of a volume that does not exist is made as a folder, as in a cluster.
    private void makeSubPaths(Map<String, Path> roots) throws java.io.IOException {
        for (Map<String, Object> container : Tree.objects(pod.tree(), "spec", "containers")) {
            for (Map<String, Object> mount : Tree.objects(container, "volumeMounts")) {
                String part = Tree.text(mount, "subPath");
                Path root = roots.get(Tree.text(mount, "name"));
                Path inside = root == null || part.isEmpty()
                        ? null
                        : root.resolve(part).normalize();
                if (inside != null && inside.startsWith(root) && !Files.exists(inside)) {
                    Files.createDirectories(inside);
                }
            }
        }
    }

    /** The pod is gone. */
    void release() {
        node.addresses().release(pod);
        node.ports().leave(group, pod.uid());
    }
}
