package io.trainyard.launcher.fuzz;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.fuzz.DryRuns.RefusedException;
import io.trainyard.spi.model.RuntimeResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The way of a runtime and a TrainJob through a real API server with JobSet, with our webhooks and compiler in between. All writes are dry runs, down to
 * the Jobs and pods that JobSet would make. Blocks; for one thread.
 */
final class RealWay implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String UID = "0b6f2c1e-0000-4000-8000-000000000000";

    private final World world = new World();
    private final Judge judge;
    private final DryRuns cluster;

    /**
     * A way.
     *
     * @param findings what our webhooks must not answer is put in there
     */
    RealWay(KubernetesClient client, Findings findings) {
        judge = new Judge(world.webhooks(), findings);
        cluster = new DryRuns(client);
    }

    /** How far a pair came. */
    enum End {
        /** The schema of the definitions, or kubectl for an unknown field, refuses it. */
        REFUSED_BY_SCHEMA,
        REFUSED_BY_US,
        /** We take it, but cannot compile it. */
        NOT_COMPILED,
        /** We take it, and the API server or JobSet finds what it becomes invalid. */
        REFUSED_LATER,
        /** We take it, and something else than its content is in the way: what it names is not there, for one. */
        NOT_ALLOWED,
        RUNS
    }

    /**
     * What became of a pair.
     *
     * @param kind of the object that was refused
     * @param words of the refusal
     * @param cluster where we refuse it: what the cluster refuses of it; nothing if the cluster takes it
     */
    record Verdict(End end, String kind, String words, Optional<String> cluster) {
        static Verdict of(End end, String kind, String words) {
            return new Verdict(end, kind, words, Optional.empty());
        }

        /** Whether a cluster would take the pod, Job or JobSet that we refuse. */
        boolean isStrict() {
            return end == End.REFUSED_BY_US && cluster.isEmpty() && words.contains("template.spec.");
        }
    }

    Verdict go(OrdinaryPair pair) {
        world.holdNothing();
        Map<String, Object> runtime;
        Map<String, Object> trainJob;
        try {
            runtime = cluster.createAsUser(in(pair.runtime()));
        } catch (RefusedException schema) {
            return Verdict.of(End.REFUSED_BY_SCHEMA, schema.kind, schema.getMessage());
        }
        AdmissionResponse ofRuntime = ask(world.webhooks().runtimes(), runtime);
        RuntimeResource held;
        try {
            held = world.hold(runtime);
            trainJob = cluster.createAsUser(in(pair.trainJob()));
        } catch (RefusedException schema) {
            return ofRuntime.allowed()
                    ? Verdict.of(End.REFUSED_BY_SCHEMA, schema.kind, schema.getMessage())
                    : refusedByUs(ofRuntime, runtime, () -> raw(runtime));
        } catch (IllegalArgumentException unreadable) {
            return ofRuntime.allowed()
                    ? Verdict.of(End.NOT_COMPILED, "runtime", unreadable.toString())
                    : refusedByUs(ofRuntime, runtime, () -> raw(runtime));
        }
        if (!ofRuntime.allowed()) {
            return refusedByUs(ofRuntime, runtime, () -> compiledOrRaw(trainJob, runtime, held));
        }
        Map<String, Object> filledIn = ask(world.webhooks().trainJobDefaults(), trainJob)
                .changed()
                .map(changed -> Json.parseObject(Json.bytes(changed)))
                .orElse(trainJob);
        AdmissionResponse ofTrainJob = ask(world.webhooks().trainJobs(), filledIn);
        if (!ofTrainJob.allowed()) {
            return refusedByUs(ofTrainJob, trainJob, () -> compile(filledIn, held));
        }
        List<Map<String, Object>> objects;
        try {
            objects = compile(filledIn, held);
        } catch (Exception thrown) {
            return Verdict.of(End.NOT_COMPILED, "TrainJob", String.valueOf(thrown.getMessage()));
        }
        return create(objects)
                .map(refused -> Verdict.of(
                        refused.isInvalid() ? End.REFUSED_LATER : End.NOT_ALLOWED, refused.kind, refused.getMessage()))
                .orElse(Verdict.of(End.RUNS, "", ""));
    }

    private interface Building {
        List<Map<String, Object>> get() throws Exception;
    }

    /** What the cluster says of the same, if it can be made at all. */
    private Verdict refusedByUs(AdmissionResponse answer, Map<String, Object> refused, Building objects) {
        String cluster;
        try {
            cluster = create(objects.get()).map(RefusedException::getMessage).orElse(null);
        } catch (Exception notMade) {
            cluster = "cannot be made: " + notMade.getMessage();
        }
        return new Verdict(
                End.REFUSED_BY_US, Tree.text(refused, "kind"), answer.message(), Optional.ofNullable(cluster));
    }

    private List<Map<String, Object>> compiledOrRaw(
            Map<String, Object> trainJob, Map<String, Object> runtime, RuntimeResource held) {
        try {
            return compile(trainJob, held);
        } catch (Exception notCompiled) {
            return raw(runtime);
        }
    }

    private static List<Map<String, Object>> raw(Map<String, Object> runtime) {
        Map<String, Object> template = Tree.child(runtime, "spec", "template");
        return List.of(Tree.of(
                "apiVersion",
                "jobset.x-k8s.io/v1alpha2",
                "kind",
                "JobSet",
                "metadata",
                Tree.of(
                        "name",
                        "ordinary",
                        "labels",
                        Tree.copy(Tree.child(template, "metadata", "labels")),
                        "annotations",
                        Tree.copy(Tree.child(template, "metadata", "annotations"))),
                "spec",
                Tree.copy(Tree.child(template, "spec"))));
    }

    private List<Map<String, Object>> compile(Map<String, Object> trainJob, RuntimeResource runtime)
            throws DecodedTrainJob.UnreadableException {
        return world
                .compiler()
                .compile(DecodedTrainJob.of(World.received(trainJob)).object(), RuntimeDefinition.of(runtime))
                .await()
                .atMost(TIMEOUT)
                .objects()
                .stream()
                .map((HasMetadata object) -> TreeConversion.toTree(object))
                .toList();
    }

    /** Creates all of them, and what comes of the JobSet; the first refusal. */
    private Optional<RefusedException> create(List<Map<String, Object>> objects) {
        try {
            for (Map<String, Object> object : objects) {
                if (DryRuns.knows(object)) {
                    Map<String, Object> created = cluster.create(in(object));
                    if (Tree.text(object, "kind").equals("JobSet")) {
                        createChildren(created);
                    }
                }
            }
            return Optional.empty();
        } catch (RefusedException refused) {
            return Optional.of(refused);
        }
    }

    private void createChildren(Map<String, Object> jobSet) throws RefusedException {
        for (Map<String, Object> child : new ChildrenOfJobSet(jobSet).all()) {
            Map<String, Object> created = cluster.create(in(child));
            if (Tree.text(child, "kind").equals("Job")) {
                cluster.create(ChildrenOfJobSet.pod(created));
            }
        }
    }

    private AdmissionResponse ask(AdmissionWebhook webhook, Map<String, Object> object) {
        String[] version = Tree.text(object, "apiVersion").split("/", -1);
        return judge.ask(webhook, Tree.text(object, "kind"), version[version.length - 1], object);
    }

    /** The object in our namespace, with a uid where an owner needs one. */
    private static Map<String, Object> in(Map<String, Object> object) {
        Map<String, Object> copy = Tree.copy(object);
        Map<String, Object> metadata = Tree.ensure(copy, "metadata");
        if (Tree.text(copy, "kind").startsWith("Cluster")) {
            metadata.remove("namespace");
        } else {
            metadata.put("namespace", Corpus.NAMESPACE);
        }
        Tree.objects(metadata, "ownerReferences").forEach(owner -> owner.putIfAbsent("uid", UID));
        return copy;
    }

    @Override
    public void close() {
        world.close();
    }
}
