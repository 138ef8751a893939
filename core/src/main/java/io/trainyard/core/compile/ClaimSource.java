package io.trainyard.core.compile;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.framework.FreeName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Data that lies in a claim already. The initializer only looks at it, and the trainer sees it where it would see what was fetched, unless a copy is
 * asked for. Pure.
 *
 * @param claim name of the claim
 * @param path the part of it; empty for all
 * @param volume name for a volume of the claim where a pod has none yet, unless it has another of that name
 * @param copied whether the initializer copies it
 */
record ClaimSource(String claim, String path, String volume, boolean copied) {
    private static final String SCHEME = "pvc";
    private static final LinearPattern CLAIM = LinearPattern.of("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    /**
     * The claim that a step fetches from, if it is one.
     *
     * @throws InvalidTrainJobException when the address names no claim, or leaves it
     */
    static Optional<ClaimSource> of(InitializerStep step, Map<String, Object> job) {
        if (!step.scheme(job).equals(SCHEME)) {
            return Optional.empty();
        }
        String rest = step.uri(job).substring(SCHEME.length() + "://".length());
        int slash = rest.indexOf('/');
        String claim = slash < 0 ? rest : rest.substring(0, slash);
        String path = slash < 0 ? "" : PlainText.withoutEnd(rest.substring(slash + 1), "/");
        if (!CLAIM.matches(claim) || List.of(path.split("/", -1)).contains("..") || path.startsWith("/")) {
            throw new InvalidTrainJobException(
                    "spec.initializer." + step.kind() + ".storageUri: must be pvc://CLAIM/PATH with the name of a"
                            + " claim and a path inside of it, without \"..\", not \"" + step.uri(job) + "\"");
        }
        boolean copied =
                step.variable(job, "PVC_COPY").filter("true"::equalsIgnoreCase).isPresent();
        return Optional.of(new ClaimSource(claim, path, step.kind() + "-source", copied));
    }

    /** Whether an initializer has the claim where it looks at it. */
    boolean isMountedIn(Map<String, Object> replicatedJob, String container) {
        return volumeIn(replicatedJob).isPresent()
                && Containers.mounts(replicatedJob, container).stream()
                        .anyMatch(mount -> folder().equals(Tree.text(mount, "mountPath")));
    }

    private String folder() {
        return "/mnt/pvc/" + claim;
    }

    private Optional<String> volumeIn(Map<String, Object> replicatedJob) {
        return Tree.objects(PodTrees.podSpec(replicatedJob), "volumes").stream()
                .filter(candidate -> claim.equals(Tree.text(candidate, "persistentVolumeClaim", "claimName")))
                .map(candidate -> Tree.text(candidate, "name"))
                .findFirst();
    }

    /** The job that looks at it, or copies it. */
    Map<String, Object> intoInitializer(Map<String, Object> replicatedJob, InitializerStep step) {
        return mounted(replicatedJob, step.container(), folder(), "");
    }

    /** A job that trains with it. */
    Map<String, Object> intoTrainer(Map<String, Object> replicatedJob, String container, String target) {
        return mounted(replicatedJob, container, target, path);
    }

    private Map<String, Object> mounted(
            Map<String, Object> replicatedJob, String container, String mountPath, String subPath) {
        // Two volumes of one claim in a pod would wait for each other.
        Optional<String> present = volumeIn(replicatedJob);
        String name = present.orElseGet(() -> FreeName.of(volume, PodTrees.volumeNames(replicatedJob)::contains));
        Map<String, Object> mount = new LinkedHashMap<>();
        mount.put("name", name);
        mount.put("mountPath", mountPath);
        mount.put("readOnly", true);
        if (!subPath.isEmpty()) {
            mount.put("subPath", subPath);
        }
        Map<String, Object> changed =
                Containers.change(replicatedJob, container, each -> Containers.withMount(each, mount));
        return present.isPresent()
                ? changed
                : Containers.changePod(
                        changed,
                        podSpec -> Containers.withVolume(
                                podSpec, Tree.of("name", name, "persistentVolumeClaim", Tree.of("claimName", claim))));
    }
}
