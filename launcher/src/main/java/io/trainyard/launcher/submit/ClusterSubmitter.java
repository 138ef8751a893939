package io.trainyard.launcher.submit;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.kube.login.LoginException;
import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.core.manifest.MissingRuntime;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.client.Await;
import io.trainyard.launcher.client.ClusterAccess;
import io.trainyard.launcher.client.MissingRight;
import io.trainyard.launcher.client.OneCall;
import io.trainyard.launcher.client.WebhookRetry;
import io.trainyard.launcher.code.CodeArchive;
import io.trainyard.launcher.upload.ClaimUploader;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Creates the ConfigMaps with the code, then the TrainJob, then says that they belong to it, so that all go together. Only the thread that calls
 * ever waits.
 */
public final class ClusterSubmitter implements JobSubmitter {
    private static final String FIELD_MANAGER = "trainyard-submit";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
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
        return ClusterAccess.options(cluster).withFieldManager(FIELD_MANAGER);
    }

    @Override
    public Report submit(Request request, Consumer<String> messages) {
        if (request.isRehearsal()) {
            return rehearse(request, messages);
        }
        if (request.code() instanceof ToClaim upload) {
            upload(request, upload, messages);
        }
        return submit(request, options(request.cluster()), namespace -> {}, messages);
    }

    private static Report submit(
            Request request, ClientOptions options, Consumer<String> namespaces, Consumer<String> messages) {
        return OneCall.with(
                options,
                (client, time) -> {
                    String namespace = request.cluster().namespaceOr(client.namespace());
                    namespaces.accept(namespace);
                    return submit(client.requests(), request, namespace, new WebhookRetry(time, messages));
                },
                "the TrainJob cannot be submitted",
                timeout(request.code()));
    }

    private static Report rehearse(Request request, Consumer<String> messages) {
        ClientOptions options = options(request.cluster());
        // Nobody waits long for the answer of a cluster that is not needed.
        ClientOptions hasty = options.withLimits(options.limits().withTimeouts(PATIENCE, PATIENCE));
        AtomicReference<String> namespace =
                new AtomicReference<>(request.cluster().namespaceOr(Optional.empty()));
        try {
            return submit(request, hasty, namespace::set, messages);
        } catch (CommandException failure) {
            Throwable cause = failure.getCause();
            if (cause == null || !UnaskedCluster.cannotBeAsked(request.cluster(), cause)) {
                throw failure;
            }
            UnaskedCluster cluster = new UnaskedCluster(
                    request, request.rehearsal().orElseThrow().get());
            messages.accept(cluster.note(String.valueOf(cause.getMessage())));
            return report(request, Objects.requireNonNull(namespace.get()), cluster.runtime());
        }
    }

    private void upload(Request request, ToClaim upload, Consumer<String> messages) {
        Vertx vertx = Vertx.vertx();
        try {
            Context context = vertx.getOrCreateContext();
            KubeClient client =
                    Await.result(KubeClient.open(context, options(request.cluster()), RequestObserver.NONE));
            String namespace = request.cluster().namespaceOr(client.namespace());
            RuntimeResource runtime = Await.result(runtime(client.requests(), request, namespace));
            new ClaimUploader(client, messages, () -> stopping, new VertxTimeSource(context))
                    .upload(namespace, upload, request.trainJob(), runtime);
        } catch (ApiFailure | LoginException failure) {
            throw new CommandException(
                    ExitCodes.FAILED,
                    "the code cannot be brought onto the claim: " + failure.getMessage() + MissingRight.advice(failure),
                    failure);
        } finally {
            VertxShutdown.await(vertx);
        }
    }

    /** Large code takes its time on a slow line. */
    private static Duration timeout(Code code) {
        int parts = code instanceof Packed packed ? packed.archive().parts().size() : 1;
        return TIMEOUT.multipliedBy(parts);
    }

    private static Uni<Report> submit(KubeApi api, Request request, String namespace, WebhookRetry webhooks) {
        return runtime(api, request, namespace).chain(runtime -> {
            Report report = report(request, namespace, runtime);
            return request.isRehearsal() ? Uni.createFrom().item(report) : create(api, request, report, webhooks);
        });
    }

    /** What is to be created. */
    private static Report report(Request request, String namespace, RuntimeResource runtime) {
        String name = Tree.text(request.trainJob(), "metadata", "name");
        Map<String, Object> placed =
                Tree.update(request.trainJob(), metadata -> Tree.with(metadata, "namespace", namespace), "metadata");
        Map<String, Object> named =
                Tree.update(placed, reference -> Tree.with(reference, "kind", runtime.getKind()), "spec", "runtimeRef");
        CodeMount code = new CodeMount(source(name, request.code()), request.folder());
        return new Report(namespace, name, code.addTo(named, runtime));
    }

    private static CodeMount.Source source(String name, Code code) {
        if (code instanceof OnClaim claim) {
            return new CodeMount.Claim(claim.claim(), "");
        }
        return code instanceof ToClaim upload
                ? new CodeMount.Claim(upload.claim(), upload.folder())
                : source(name, ((Packed) code).archive());
    }

    private static CodeMount.Archive source(String name, CodeArchive archive) {
        return new CodeMount.Archive(name + "-code", archive.parts().size(), archive.checksum());
    }

    private static Uni<Report> create(KubeApi api, Request request, Report report, WebhookRetry webhooks) {
        TrainJob trainJob = CodeMount.object(report.trainJob());
        if (!(request.code() instanceof Packed packed)) {
            return webhooks.awaitFor(() -> api.create(trainJob)).replaceWith(report);
        }
        List<ConfigMap> created = new ArrayList<>();
        Uni<Void> sent = Uni.createFrom().voidItem();
        for (ConfigMap part : configMaps(report, packed.archive())) {
            sent = sent.chain(() -> api.create(part))
                    .onFailure(failure -> ApiFailure.Kind.ALREADY_EXISTS.isOf(failure))
                    .transform(
                            failure -> taken("ConfigMap " + part.getMetadata().getName(), report, failure))
                    .invoke(created::add)
                    .replaceWithVoid();
        }
        return sent.chain(() -> webhooks.awaitFor(() -> api.create(trainJob))
                        .onFailure(failure -> ApiFailure.Kind.ALREADY_EXISTS.isOf(failure))
                        .transform(failure -> taken("TrainJob " + report.name(), report, failure)))
                .onFailure()
                .call(() -> deleteAll(api, created))
                .chain(job -> adoptAll(api, job, created))
                .replaceWith(report);
    }

    private static CommandException taken(String what, Report report, Throwable failure) {
        return new CommandException(
                ExitCodes.WRONG_INPUT,
                "there is a " + what + " in namespace " + report.namespace()
                        + " already: choose another name with --name",
                failure);
    }

    private static Uni<Void> deleteAll(KubeApi api, List<ConfigMap> created) {
        Uni<Void> deleted = Uni.createFrom().voidItem();
        for (ConfigMap part : created) {
            deleted = deleted.chain(() -> api.delete(
                                    ConfigMap.class,
                                    part.getMetadata().getNamespace(),
                                    part.getMetadata().getName(),
                                    Preconditions.of(part))
                            .onFailure()
                            .recoverWithNull())
                    .replaceWithVoid();
        }
        return deleted;
    }

    private static List<ConfigMap> configMaps(Report report, CodeArchive archive) {
        List<String> names = source(report.name(), archive).configMaps();
        List<byte[]> parts = archive.parts();
        List<ConfigMap> maps = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            maps.add(new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(names.get(i))
                    .withNamespace(report.namespace())
                    .addToLabels(LABEL, report.name())
                    .endMetadata()
                    .withImmutable(true)
                    .addToBinaryData(CodeMount.KEY, Base64.getEncoder().encodeToString(parts.get(i)))
                    .build());
        }
        return maps;
    }

    private static Uni<Void> adoptAll(KubeApi api, TrainJob trainJob, List<ConfigMap> created) {
        Uni<Void> adopted = Uni.createFrom().voidItem();
        for (ConfigMap part : created) {
            adopted = adopted.chain(() -> adopt(api, trainJob, part)).replaceWithVoid();
        }
        return adopted;
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
                .map(all -> all.stream()
                        .map(HasMetadata::getMetadata)
                        .map(metadata -> metadata.getName())
                        .sorted()
                        .toList())
                .map(names ->
                        MissingRuntime.words(name, NearestName.of(name, names), names, MissingRuntime.NONE_INSTALLED))
                .onFailure()
                .recoverWithItem("runtime \"" + name + "\" does not exist; those that exist could not be listed")
                .chain(words -> Uni.createFrom().failure(wrong(words)));
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
