package io.trainyard.core.compile;

import io.trainyard.core.config.InitializerClaim;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.framework.FreeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A claim that JobSet makes for a job and deletes with it, for initializers and trainer that share nothing. It takes the place of empty folders of the
 * same name that both mount, which their author meant to be one; without those it is mounted where the data is expected. Pure.
 *
 * @param name of the claim template
 */
record SharedClaim(String name) {
    /** Names of claims are these with the name of the TrainJob behind, and must not be too long. */
    private static final List<String> NAMES = List.of("initializer", "fetched-data", "data");

    private static final int MAX_LENGTH = 63;

    /** A claim with a name that nothing in the runtime has. */
    static SharedClaim named(String trainJob, Map<String, Object> jobSetSpec, List<Map<String, Object>> jobs) {
        Set<String> taken = new LinkedHashSet<>(LastingVolumes.of(jobSetSpec).templates());
        for (Map<String, Object> job : jobs) {
            Tree.objects(PodTrees.podSpec(job), "volumes").forEach(volume -> taken.add(Tree.text(volume, "name")));
        }
        return new SharedClaim(NAMES.stream()
                .filter(each -> !taken.contains(each) && each.length() + 1 + trainJob.length() <= MAX_LENGTH)
                .findFirst()
                .orElseGet(() -> FreeName.of(NAMES.get(NAMES.size() - 1), taken::contains)));
    }

    /** The spec of the JobSet with the claim in it. */
    Map<String, Object> into(Map<String, Object> jobSetSpec, InitializerClaim claim) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("accessModes", claim.accessModes());
        spec.put("resources", Tree.of("requests", Tree.of("storage", claim.size())));
        claim.storageClassName().ifPresent(storageClass -> spec.put("storageClassName", storageClass));
        List<Object> policies = new ArrayList<>(Tree.list(jobSetSpec, "volumeClaimPolicies"));
        policies.add(Tree.of(
                "templates",
                List.of(Tree.of("metadata", Tree.of("name", name), "spec", spec)),
                "retentionPolicy",
                Tree.of("whenDeleted", "Delete")));
        return Tree.with(jobSetSpec, "volumeClaimPolicies", policies);
    }

    /** The jobs with the claim where steps leave their data and trainers look for it. */
    List<Map<String, Object>> into(
            List<Map<String, Object>> jobs, List<InitializerStep> steps, List<InitializerData.Trainer> trainers) {
        List<Map<String, Object>> changed = new ArrayList<>(jobs);
        for (InitializerStep step : steps) {
            Map<String, Object> from = byName(jobs, step.job());
            Set<String> folders = emptyFolders(from, step.container());
            for (InitializerData.Trainer trainer : trainers) {
                folders.retainAll(emptyFolders(byName(jobs, trainer.job()), trainer.container()));
            }
            String target = step.target(from);
            changed.replaceAll(job -> into(job, step.job(), step.container(), folders, target, step.kind()));
            for (InitializerData.Trainer trainer : trainers) {
                changed.replaceAll(job -> into(job, trainer.job(), trainer.container(), folders, target, step.kind()));
            }
        }
        return List.copyOf(changed);
    }

    private Map<String, Object> into(
            Map<String, Object> job,
            String jobName,
            String container,
            Set<String> folders,
            String target,
            String part) {
        if (!jobName.equals(job.get("name"))) {
            return job;
        }
        if (!folders.isEmpty()) {
            return Containers.changePod(job, podSpec -> replaced(podSpec, folders));
        }
        return Containers.change(
                job,
                container,
                each -> Containers.withMount(each, Tree.of("name", name, "mountPath", target, "subPath", part)));
    }

    private static Map<String, Object> byName(List<Map<String, Object>> jobs, String name) {
        return jobs.stream()
                .filter(job -> name.equals(job.get("name")))
                .findFirst()
                .orElse(Map.of());
    }

    private static Set<String> emptyFolders(Map<String, Object> job, String container) {
        Set<String> empty = Tree.objects(PodTrees.podSpec(job), "volumes").stream()
                .filter(volume -> volume.containsKey("emptyDir"))
                // A folder in memory is for something else.
                .filter(volume -> Tree.text(volume, "emptyDir", "medium").isEmpty())
                .map(volume -> Tree.text(volume, "name"))
                .collect(Collectors.toSet());
        return Containers.mounts(job, container).stream()
                .map(mount -> Tree.text(mount, "name"))
                .filter(empty::contains)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Map<String, Object> replaced(Map<String, Object> podSpec, Set<String> folders) {
        Map<String, Object> changed = new LinkedHashMap<>(podSpec);
        List<Object> volumes = new ArrayList<>(Tree.objects(podSpec, "volumes"));
        volumes.removeIf(volume -> folders.contains(Tree.text(volume, "name")));
        if (volumes.isEmpty()) {
            changed.remove("volumes");
        } else {
            changed.put("volumes", volumes);
        }
        for (String list : List.of("initContainers", "containers")) {
            changed = Tree.updateEach(
                    changed,
                    list,
                    container -> Tree.updateEach(
                            container,
                            "volumeMounts",
                            mount -> folders.contains(Tree.text(mount, "name")) ? partOfClaim(mount) : mount));
        }
        return changed;
    }

    private Map<String, Object> partOfClaim(Map<String, Object> mount) {
        String folder = Tree.text(mount, "name");
        Map<String, Object> changed = new LinkedHashMap<>(mount);
        changed.put("name", name);
        String expression = Tree.text(mount, "subPathExpr");
        if (expression.isEmpty()) {
            String part = Tree.text(mount, "subPath");
            changed.put("subPath", part.isEmpty() ? folder : folder + "/" + part);
        } else {
            changed.put("subPathExpr", folder + "/" + expression);
        }
        return changed;
    }
}
