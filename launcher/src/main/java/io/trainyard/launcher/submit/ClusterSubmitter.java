package io.trainyard.launcher.submit;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.client.OneCall;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates the ConfigMap with the code, then the TrainJob, then says that the one belongs to the other, so that both go together. Only the thread that calls
 * ever waits.
 */
public final class ClusterSubmitter implements JobSubmitter {
    private static final String FIELD_MANAGER = "trainyard-submit";
    private static final String LABEL = "trainyard.dev/code-of";

    private final Clock clock;
    private volatile boolean stopping;

    /**
     * @param clock what ages are counted to
     */
    public ClusterSubmitter(Clock clock) {
        this.clock = clock;
    }

    static ClientOptions options(Cluster cluster) {
        ClientOptions options = ClientOptions.defaults().withFieldManager(FIELD_MANAGER);
        options = cluster.kubeconfig().map(options::withKubeconfig).orElse(options);
        return cluster.context().map(options::withContext).orElse(options);
    }

    @Override
    public Report submit(Request request) {
        return OneCall.with(
                options(request.cluster()),
                client -> {
                    String namespace =
                            request.cluster().namespace().or(client::namespace).orElse("default");
                    return submit(client.requests(), request, namespace);
                },
                "the TrainJob cannot be submitted");
    }

    private static Uni<Report> submit(KubeApi api, Request request, String namespace) {
        String name = Tree.text(request.trainJob(), "metadata", "name");
        return runtime(api, request, namespace).chain(runtime -> {
            CodeMount.Source source = request.code() instanceof OnClaim claim
                    ? new CodeMount.Claim(claim.claim())
                    : new CodeMount.Archive(name + "-code");
            Map<String, Object> placed = Tree.update(
                    request.trainJob(), metadata -> Tree.with(metadata, "namespace", namespace), "metadata");
            Map<String, Object> named = Tree.update(
                    placed, reference -> Tree.with(reference, "kind", runtime.getKind()), "spec", "runtimeRef");
            Map<String, Object> tree = new CodeMount(source, request.folder()).addTo(named, runtime);
            Report report = new Report(namespace, name, tree);
            return request.dryRun() ? Uni.createFrom().item(report) : create(api, request, report);
        });
    }

    private static Uni<Report> create(KubeApi api, Request request, Report report) {
        TrainJob trainJob = CodeMount.object(report.trainJob());
        if (!(request.code() instanceof Packed packed)) {
            return api.create(trainJob).replaceWith(report);
        }
        return api.create(configMap(report, packed.archive()))
                .onFailure(failure -> isThere(failure))
                .transform(failure -> new CommandException(
                        ExitCodes.WRONG_INPUT,
                        "there is a ConfigMap " + report.name() + "-code in namespace " + report.namespace()
                                + " already: choose another name with --name",
                        failure))
                .chain(code -> api.create(trainJob)
                        .onFailure()
                        .call(() -> api.delete(
                                        ConfigMap.class,
                                        report.namespace(),
                                        code.getMetadata().getName(),
                                        Preconditions.of(code))
                                .onFailure()
                                .recoverWithNull())
                        .onFailure(failure -> isThere(failure))
                        .transform(failure -> new CommandException(
                                ExitCodes.WRONG_INPUT,
                                "there is a TrainJob " + report.name() + " in namespace " + report.namespace()
                                        + " already: choose another name with --name",
                                failure))
                        .chain(created -> adopt(api, created, code)))
                .replaceWith(report);
    }

    private static boolean isThere(Throwable failure) {
        return failure instanceof ApiFailure refused && refused.kind() == ApiFailure.Kind.ALREADY_EXISTS;
    }

    private static ConfigMap configMap(Report report, byte[] archive) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(report.name() + "-code")
                .withNamespace(report.namespace())
                .addToLabels(LABEL, report.name())
                .endMetadata()
                .withImmutable(true)
                .addToBinaryData(CodeMount.KEY, Base64.getEncoder().encodeToString(archive))
                .build();
    }

    /** The garbage collector removes the code with the job; nobody waits for that. */
    private static Uni<ConfigMap> adopt(KubeApi api, TrainJob trainJob, ConfigMap code) {
        Map<String, Object> owner = Tree.of(
                "apiVersion",
                TrainerApi.API_VERSION,
                "kind",
                "TrainJob",
                "name",
                trainJob.getMetadata().getName(),
                "uid",
                trainJob.getMetadata().getUid());
        return api.mergePatch(
                ConfigMap.class,
                code.getMetadata().getNamespace(),
                code.getMetadata().getName(),
                Tree.of("metadata", Tree.of("ownerReferences", List.of(owner))));
    }

    /** One of the namespace goes first where the TrainJob does not say which kind it means. */
    private static Uni<RuntimeResource> runtime(KubeApi api, Request request, String namespace) {
        String name = Tree.text(request.trainJob(), "spec", "runtimeRef", "name");
        String kind = Tree.text(request.trainJob(), "spec", "runtimeRef", "kind");
        Uni<Optional<RuntimeResource>> ofCluster =
                api.get(ClusterTrainingRuntime.class, "", name).map(found -> found.map(RuntimeResource.class::cast));
        Uni<Optional<RuntimeResource>> ofNamespace =
                api.get(TrainingRuntime.class, namespace, name).map(found -> found.map(RuntimeResource.class::cast));
        Uni<Optional<RuntimeResource>> found = kind.equals(TrainerApi.TRAINING_RUNTIME)
                ? ofNamespace
                : kind.isEmpty()
                        ? ofCluster.chain(first -> first.isPresent()
                                ? Uni.createFrom().item(first)
                                // Who may not read those of the namespace has none there.
                                : ofNamespace.onFailure().recoverWithItem(Optional.empty()))
                        : ofCluster;
        return found.chain(
                runtime -> runtime.map(each -> Uni.createFrom().item(each)).orElseGet(() -> unknown(api, name)));
    }

    private static Uni<RuntimeResource> unknown(KubeApi api, String name) {
        return api.list(ClusterTrainingRuntime.class, "", Map.of())
                .onFailure()
                .recoverWithItem(List.of())
                .map(all -> all.stream()
                        .map(HasMetadata::getMetadata)
                        .map(metadata -> metadata.getName())
                        .sorted()
                        .toList())
                .chain(names -> Uni.createFrom()
                        .failure(new CommandException(
                                ExitCodes.WRONG_INPUT,
                                "the cluster has no runtime " + name + NearestName.question(name, names)
                                        + (names.isEmpty() ? "" : "; it has " + String.join(", ", names))
                                        + "; 'trainyard install-runtimes' brings those that come with Trainyard")));
    }

    @Override
    public Optional<Boolean> follow(Cluster cluster, Report job, PrintWriter out) {
        return new ClusterFollower(options(cluster), clock, out, () -> stopping).follow(job.namespace(), job.name());
    }

    @Override
    public void stop() {
        stopping = true;
    }
}
