package io.trainyard.local.kubelet.sandbox;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.environment.DownwardApi;
import io.trainyard.local.kubelet.environment.ReferencedData;
import io.trainyard.local.kubelet.environment.References;
import io.trainyard.local.kubelet.files.FileNames;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.mpi.MpiPods;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.kubelet.volume.HostPaths;
import io.trainyard.local.kubelet.volume.VolumeFolders;
import io.trainyard.local.kubelet.volume.VolumePlan;
import io.trainyard.local.kubelet.volume.VolumePlanner;
import io.trainyard.local.kubelet.volume.VolumeWriter;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes the volumes of one pod. On the event loop. */
final class PodVolumes {
    private static final Resource CLAIMS = new Resource("", "v1", "persistentvolumeclaims");

    private final NodeContext node;
    private final PodSpec pod;
    private final PodFolder folder;
    private final Map<String, Path> ownClaims = new HashMap<>();
    private Map<String, Path> roots = Map.of();
    private boolean warned;

    PodVolumes(NodeContext node, PodSpec pod, PodFolder folder) {
        this.node = node;
        this.pod = pod;
        this.folder = folder;
    }

    /** Where they are, by name; empty before they are made. */
    Map<String, Path> roots() {
        return roots;
    }

    /**
     * Makes them; may be called again when it failed.
     *
     * @param rewriting adapts the text of files to this machine
     */
    Future<Void> make(DownwardApi downwardApi, UnaryOperator<String> rewriting) {
        return lookAtClaims()
                .compose(nothing -> new ReferencedDataLoader(node.client()).load(pod, References.ofVolumes(pod)))
                .compose(sources -> make(downwardApi, sources, rewriting));
    }

    private Future<Void> lookAtClaims() {
        List<Future<Void>> checks = new ArrayList<>();
        for (Map<String, Object> volume : Tree.objects(pod.tree(), "spec", "volumes")) {
            String claim = Tree.text(volume, "persistentVolumeClaim", "claimName");
            boolean bound = node.options().folders().bindings().containsKey(claim)
                    || node.options().folders().bindings().containsKey(Tree.text(volume, "name"));
            if (!claim.isEmpty() && !bound && FileNames.isFileName(claim)) {
                checks.add(lookAt(claim));
            }
        }
        return Future.all(checks).mapEmpty();
    }

    private Future<Void> lookAt(String claim) {
        return node.client()
                .get(CLAIMS, pod.namespace(), claim)
                .<Void>map(found -> {
                    // One that was made for a job must be empty for the next job of the same name.
                    if (!Tree.objects(found, "metadata", "ownerReferences").isEmpty()) {
                        String folderName = claim + "." + Tree.text(found, "metadata", "uid");
                        ownClaims.put(claim, node.options().folders().ownClaim(pod.namespace(), folderName));
                    }
                    return null;
                })
                .recover(cause -> {
                    if (!(cause instanceof ApiException problem && problem.isNotFound())) {
                        return Future.failedFuture(cause);
                    }
                    if (!node.options().folders().makesClaims()) {
                        return Future.failedFuture(
                                new ConfigurationException("persistentvolumeclaim \"" + claim + "\" not found"));
                    }
                    if (!warned) {
                        warned = true;
                        node.events()
                                .warning(
                                        pod.reference(),
                                        "LocalClaimMade",
                                        "persistentvolumeclaim \"" + claim
                                                + "\" not found; a folder is used in its place, a cluster would wait for it");
                    }
                    return Future.succeededFuture();
                });
    }

    private Future<Void> make(DownwardApi downwardApi, ReferencedData sources, UnaryOperator<String> rewriting) {
        FolderOptions places = node.options().folders();
        Optional<MpiPods> mpi = node.options().mpi();
        ExecutorKind executor = node.options().programs().executor();
        List<Path> open = places.openTo(executor);
        VolumeFolders where = new VolumeFolders(
                folder.root(), places.claims(), ownClaims, places.bindings(), open, places.anyHostPath());
        List<VolumePlan> plans = new VolumePlanner(downwardApi, sources, where)
                .plan().stream().map(plan -> rewritten(plan, rewriting, mpi)).toList();
        Map<String, Path> made = new LinkedHashMap<>();
        plans.forEach(plan -> made.put(plan.name(), plan.root()));
        return node.blocking(() -> {
                    if (executor.usesImages() && !places.anyHostPath()) {
                        HostPaths.requireWithin(open, plans);
                    }
                    VolumeWriter.write(plans);
                    if (mpi.isPresent()) {
                        mpi.get().prepare(pod.tree());
                    }
                    return null;
                })
                .map(done -> {
                    roots = made;
                    return null;
                });
    }

    private static VolumePlan rewritten(VolumePlan plan, UnaryOperator<String> rewriting, Optional<MpiPods> mpi) {
        if (!(plan instanceof VolumePlan.Files files)) {
            return plan;
        }
        return files.withTexts(
                mpi.filter(found -> found.isHostfile(plan.name())).isPresent() ? mpi.get()::hostfile : rewriting);
    }
}
