package io.trainyard.launcher.fuzz;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.definitions.Definitions;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.RuntimeResource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The way of a runtime and a TrainJob, as in a cluster but without one: schema, webhooks, compiler, apply, and the Jobs of the JobSet. All writes are
 * dry runs, so that nothing stays. Blocks.
 */
public final class WholeWay implements AutoCloseable {
    private static final Map<String, Resource> KINDS = Map.of(
            "TrainJob",
            ours("trainjobs"),
            "TrainingRuntime",
            ours("trainingruntimes"),
            "ClusterTrainingRuntime",
            ours("clustertrainingruntimes"),
            "JobSet",
            Resource.JOB_SETS,
            "Secret",
            Resource.SECRETS,
            "ConfigMap",
            Resource.CONFIG_MAPS);
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private final Vertx vertx = Vertx.vertx();
    private final World world = new World();
    private final Findings findings;
    private final LocalApiServer server;
    private final ApiClient client;
    private final Set<String> namespaces = new HashSet<>(Set.of(Corpus.NAMESPACE));
    private String refusal = "";

    /**
     * Starts.
     *
     * @param findings what must not happen, whatever the input, is put in there
     */
    public WholeWay(Findings findings) {
        this.findings = findings;
        LocalApiOptions options = LocalAdmission.addTo(LocalApiOptions.DEFAULT, ControllerOptions.DEFAULT)
                .withDefinitions(Definitions.load())
                .withHook(new Judge(world.webhooks(), findings));
        server = answer(LocalApiServer.start(vertx, options));
        client = server.client("fuzz");
    }

    /** How far a pair came. */
    public enum End {
        RUNTIME_REFUSED,
        TRAIN_JOB_REFUSED,
        RUNS
    }

    /** Goes the whole way, or until somebody refuses the runtime or the TrainJob, which must be in words for a user. */
    public End go(Map<String, Object> runtime, Map<String, Object> trainJob) {
        world.holdNothing();
        Optional<Map<String, Object>> stored = create("a runtime", runtime);
        if (stored.isEmpty() || !Tree.text(stored.get(), "kind").endsWith("TrainingRuntime")) {
            return End.RUNTIME_REFUSED;
        }
        RuntimeResource held = world.hold(stored.get());
        Optional<Map<String, Object>> taken = create("a TrainJob", trainJob);
        if (taken.isEmpty() || !"TrainJob".equals(taken.get().get("kind"))) {
            return End.TRAIN_JOB_REFUSED;
        }
        try {
            compile(DecodedTrainJob.of(World.received(taken.get())), held)
                    .objects()
                    .forEach(this::apply);
        } catch (DecodedTrainJob.UnreadableException unreadable) {
            findings.add("a stored TrainJob cannot be read: " + unreadable.getMessage(), Json.text(taken.get()));
        } catch (InvalidTrainJobException refused) {
            findings.add(
                    "taken, then not compiled: " + refused.getMessage(),
                    Json.text(taken.get()) + " with " + Json.text(stored.get()));
        }
        return End.RUNS;
    }

    /** Makes a namespace; an object that names another one than these belongs to that of the corpus. */
    public void addNamespace(String name) {
        if (namespaces.add(name)) {
            Map<String, Object> namespace =
                    Tree.of("apiVersion", "v1", "kind", "Namespace", "metadata", Tree.of("name", name));
            answer(client.create(Resource.NAMESPACES, namespace, WriteOptions.DEFAULT));
        }
    }

    /** What the last refusal said; empty when there was none. */
    public String refusal() {
        return refusal;
    }

    private CompiledJob compile(DecodedTrainJob trainJob, RuntimeResource runtime) {
        try {
            return world.compiler()
                    .compile(trainJob.object(), RuntimeDefinition.of(runtime))
                    .await()
                    .atMost(TIMEOUT);
        } catch (java.util.concurrent.CompletionException wrapped) {
            throw wrapped.getCause() instanceof RuntimeException cause ? cause : wrapped;
        }
    }

    private Optional<Map<String, Object>> create(String what, Map<String, Object> object) {
        Resource known = KINDS.get(Tree.text(object, "kind"));
        if (known == null) {
            return Optional.empty();
        }
        boolean older = Tree.text(object, "apiVersion").equals("trainer.kubeflow.org/v2alpha1");
        Resource resource = older ? new Resource(known.group(), "v2alpha1", known.plural()) : known;
        String namespace = resource.plural().startsWith("cluster") ? "" : namespace(object);
        try {
            return Optional.of(answer(client.send(ApiCall.of("POST", resource, namespace, "")
                    .with(Map.of("dryRun", "All"))
                    .withBody(object))));
        } catch (ApiException refused) {
            refusal = refused.getMessage();
            if (refused.code() < 400 || refused.code() >= 500) {
                findings.add(
                        what + " is answered with " + refused.code() + ": " + refused.getMessage(), Json.text(object));
            }
            return Optional.empty();
        }
    }

    private void apply(HasMetadata object) {
        Resource resource = object.getKind().equals("PodGroup") ? podGroups(object) : KINDS.get(object.getKind());
        if (resource == null) {
            return; // An add-on's, which is not installed.
        }
        Map<String, Object> tree = TreeConversion.toTree(object);
        try {
            Map<String, Object> applied =
                    answer(client.apply(resource, tree, new WriteOptions("trainer", true, true, "")));
            if (object.getKind().equals("JobSet")) {
                jobs(applied).forEach(this::createJob);
            }
        } catch (ApiException refused) {
            findings.add(
                    "taken, then its " + object.getKind() + " is refused: " + refused.getMessage(), Json.text(tree));
        }
    }

    /** The first Job of each replicated job, as JobSet would make it. */
    private List<Map<String, Object>> jobs(Map<String, Object> jobSet) {
        List<Map<String, Object>> jobs = new ArrayList<>();
        for (Map<String, Object> replicated : Tree.objects(jobSet, "spec", "replicatedJobs")) {
            if (Tree.integer(1, replicated, "replicas") > 0) {
                Map<String, Object> spec = Tree.copy(Tree.child(replicated, "template", "spec"));
                mountClaims(jobSet, Tree.ensure(spec, "template", "spec"));
                jobs.add(Tree.of(
                        "apiVersion",
                        "batch/v1",
                        "kind",
                        "Job",
                        "metadata",
                        Tree.of(
                                "name",
                                Tree.text(jobSet, "metadata", "name") + "-" + Tree.text(replicated, "name") + "-0",
                                "namespace",
                                namespace(jobSet),
                                "labels",
                                Tree.copy(Tree.child(replicated, "template", "metadata", "labels")),
                                "annotations",
                                Tree.copy(Tree.child(replicated, "template", "metadata", "annotations"))),
                        "spec",
                        spec));
            }
        }
        return jobs;
    }

    /** JobSet gives the pods a volume for each claim that it makes. */
    private static void mountClaims(Map<String, Object> jobSet, Map<String, Object> podSpec) {
        List<Object> volumes = new ArrayList<>(Tree.list(podSpec, "volumes"));
        for (Map<String, Object> policy : Tree.objects(jobSet, "spec", "volumeClaimPolicies")) {
            for (Map<String, Object> template : Tree.objects(policy, "templates")) {
                String name = Tree.text(template, "metadata", "name");
                volumes.add(Tree.of(
                        "name",
                        name,
                        "persistentVolumeClaim",
                        Tree.of("claimName", name + "-" + Tree.text(jobSet, "metadata", "name"))));
            }
        }
        podSpec.put("volumes", volumes);
    }

    private void createJob(Map<String, Object> job) {
        try {
            answer(client.create(Resource.JOBS, job, new WriteOptions("", false, true, "")));
        } catch (ApiException refused) {
            findings.add("taken, then a Job is refused: " + refused.getMessage(), Json.text(job));
        }
    }

    private String namespace(Map<String, Object> object) {
        return Tree.string(object, "metadata", "namespace")
                .filter(namespaces::contains)
                .orElse(Corpus.NAMESPACE);
    }

    private static Resource podGroups(HasMetadata object) {
        String[] version = object.getApiVersion().split("/", -1);
        return new Resource(version[0], version[1], "podgroups");
    }

    private static Resource ours(String plural) {
        return new Resource("trainer.kubeflow.org", "v1alpha1", plural);
    }

    private static <T> T answer(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        } catch (InterruptedException | TimeoutException late) {
            throw new IllegalStateException("no answer", late);
        }
    }

    @Override
    public void close() {
        answer(server.stop());
        world.close();
        answer(vertx.close());
    }
}
