package io.trainyard.launcher.run;

import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Creates what the user gave, in an order in which nothing misses anything. */
final class InputApplier {
    private static final WriteOptions AS_USER = WriteOptions.as("trainyard-run");
    private static final List<Set<String>> EARLY = List.of(
            Set.of("Namespace", "CustomResourceDefinition", "PriorityClass", "RuntimeClass"),
            Set.of("ConfigMap", "Secret", "PersistentVolumeClaim", "ServiceAccount", "LimitRange"),
            Set.of("ClusterTrainingRuntime", "TrainingRuntime"));

    /** Kinds of which a local run has some already, its own being as good as any. */
    private static final Set<String> IN_PLACE = Set.of("Namespace", "CustomResourceDefinition");

    private final LocalApiServer server;
    private final ApiClient client;
    private final String namespace;

    InputApplier(LocalApiServer server, String namespace) {
        this.server = server;
        this.client = server.client("trainyard-run");
        this.namespace = namespace;
    }

    /** All objects of a request, in the order in which they are created. */
    static List<Map<String, Object>> ordered(LocalRun.Request request) {
        List<Map<String, Object>> objects = new ArrayList<>();
        request.objects().forEach(tree -> objects.add(Tree.copy(tree)));
        request.runtimes().forEach(runtime -> objects.add(asSent(TreeConversion.toTree(runtime))));
        List<Map<String, Object>> sorted = new ArrayList<>(objects.stream()
                .sorted(java.util.Comparator.comparingInt(InputApplier::rank))
                .toList());
        request.trainJobs().forEach(trainJob -> sorted.add(asSent(TreeConversion.toTree(trainJob))));
        return sorted;
    }

    /** As a request over the network would bring it: the API server of this process knows whole numbers of one kind only. */
    private static Map<String, Object> asSent(Map<String, Object> tree) {
        return Tree.object(Objects.requireNonNull(Json.parse(Json.bytes(tree))));
    }

    private static int rank(Map<String, Object> object) {
        String kind = Tree.text(object, "kind");
        for (int rank = 0; rank < EARLY.size(); rank++) {
            if (EARLY.get(rank).contains(kind)) {
                return rank;
            }
        }
        return EARLY.size();
    }

    /** Creates them one after the other; fails with a {@link CommandException} that names the object that is refused. */
    Future<Void> apply(List<Map<String, Object>> objects) {
        Future<Void> created = namespaces(objects).compose(done -> priorityClasses(objects));
        for (Map<String, Object> object : objects) {
            created = created.compose(done -> create(object));
        }
        return created;
    }

    /** The same for objects of which some are there already, in another form. */
    Future<Void> replace(List<Map<String, Object>> objects) {
        Future<Void> replaced = namespaces(objects);
        for (Map<String, Object> object : objects) {
            replaced = replaced.compose(done -> send(object, (resource, tree) -> client.create(resource, tree, AS_USER)
                    .<Void>mapEmpty()
                    .recover(failure -> failure instanceof ApiException refusal && refusal.isAlreadyExists()
                            ? client.update(resource, tree, AS_USER).mapEmpty()
                            : Future.failedFuture(failure))));
        }
        return replaced;
    }

    /** Namespaces that are only mentioned are made, too. */
    private Future<Void> namespaces(List<Map<String, Object>> objects) {
        Set<String> names = new LinkedHashSet<>(Set.of(namespace));
        objects.forEach(object -> {
            String name = Tree.text(object, "metadata", "namespace");
            if (!name.isEmpty()) {
                names.add(name);
            }
        });
        Future<Void> created = Future.succeededFuture();
        for (String name : names) {
            Map<String, Object> tree = Tree.of("apiVersion", "v1", "kind", "Namespace");
            tree.put("metadata", Tree.of("name", name));
            created = created.compose(done -> client.create(Resource.NAMESPACES, tree, AS_USER)
                    .<Void>mapEmpty()
                    .recover(InputApplier::unlessItExists));
        }
        return created;
    }

    /** Priority classes that are only mentioned are made, too: a laptop cannot know those of a cluster, and has nobody to give way to. */
    private Future<Void> priorityClasses(List<Map<String, Object>> objects) {
        Set<String> names = new LinkedHashSet<>();
        objects.forEach(object -> mentioned(object, names));
        objects.stream()
                .filter(object -> Tree.text(object, "kind").equals("PriorityClass"))
                .forEach(given -> names.remove(Tree.text(given, "metadata", "name")));
        Future<Void> created = Future.succeededFuture();
        for (String name : names) {
            Map<String, Object> tree = Tree.of("apiVersion", "scheduling.k8s.io/v1", "kind", "PriorityClass");
            tree.put("metadata", Tree.of("name", name));
            tree.put("value", 0L);
            created = created.compose(done -> create(tree));
        }
        return created;
    }

    private static void mentioned(@Nullable Object value, Set<String> names) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> {
                if (key.equals("priorityClassName")
                        && item instanceof String name
                        && !name.isEmpty()
                        && !name.startsWith("system-")) {
                    names.add(name);
                } else {
                    mentioned(item, names);
                }
            });
        } else if (value instanceof List<?> list) {
            list.forEach(item -> mentioned(item, names));
        }
    }

    private static Future<Void> unlessItExists(Throwable failure) {
        return failure instanceof ApiException refusal && refusal.isAlreadyExists()
                ? Future.succeededFuture()
                : Future.failedFuture(failure);
    }

    private Future<Void> create(Map<String, Object> object) {
        return send(object, (resource, tree) -> client.create(resource, tree, AS_USER)
                .mapEmpty());
    }

    private Future<Void> send(
            Map<String, Object> object, BiFunction<Resource, Map<String, Object>, Future<Void>> write) {
        String name = Tree.text(object, "kind") + " " + Tree.text(object, "metadata", "name");
        return server.kind(Tree.text(object, "apiVersion"), Tree.text(object, "kind"))
                .compose(kind -> send(object, name, kind, write))
                .recover(failure -> Future.failedFuture(
                        failure instanceof ApiException refusal
                                ? new CommandException(
                                        ExitCodes.WRONG_INPUT, name + ": " + refusal.getMessage(), refusal)
                                : failure));
    }

    private Future<Void> send(
            Map<String, Object> object,
            String name,
            Optional<ResourceType> kind,
            BiFunction<Resource, Map<String, Object>, Future<Void>> write) {
        if (kind.isEmpty()) {
            return Future.failedFuture(new CommandException(
                    ExitCodes.WRONG_INPUT,
                    name + ": a local run knows no kind " + Tree.text(object, "kind") + " of "
                            + Tree.text(object, "apiVersion")
                            + "; give its CustomResourceDefinition, or leave the object out"));
        }
        ResourceType type = kind.get();
        Map<String, Object> tree = Tree.copy(object);
        tree.remove("status");
        if (type.namespaced() && Tree.text(tree, "metadata", "namespace").isEmpty()) {
            Tree.put(tree, namespace, "metadata", "namespace");
        } else if (!type.namespaced()) {
            Tree.remove(tree, "metadata", "namespace");
        }
        Future<Void> created = write.apply(type.resource(), tree);
        return IN_PLACE.contains(Tree.text(object, "kind")) ? created.recover(InputApplier::unlessItExists) : created;
    }
}
