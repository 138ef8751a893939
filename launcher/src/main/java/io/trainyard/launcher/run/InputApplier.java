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
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates the objects of the user, in an order in which each finds those that it refers to. */
final class InputApplier {
    private static final WriteOptions AS_USER = WriteOptions.as("trainyard-run");
    private static final List<Set<String>> EARLY = List.of(
            Set.of("Namespace", "CustomResourceDefinition", "PriorityClass", "RuntimeClass"),
            Set.of("ConfigMap", "Secret", "PersistentVolumeClaim", "ServiceAccount", "LimitRange"),
            Set.of("ClusterTrainingRuntime", "TrainingRuntime"));

    /** A local run already has objects of these kinds. An existing one is kept. */
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
                .sorted(Comparator.comparingInt(InputApplier::rank))
                .toList());
        request.trainJobs().forEach(trainJob -> sorted.add(asSent(TreeConversion.toTree(trainJob))));
        return sorted;
    }

    /** Gives numbers the types that reading JSON gives, which the API server of this process expects. */
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
        return write(objects, false);
    }

    /** The same for objects of which some are there already, in another form. */
    Future<Void> replace(List<Map<String, Object>> objects) {
        return write(objects, true);
    }

    private Future<Void> write(List<Map<String, Object>> objects, boolean replacing) {
        Future<Void> written = Future.succeededFuture();
        for (Map<String, Object> object : mentioned(objects)) {
            written = written.compose(done -> write(object, true, replacing));
        }
        for (Map<String, Object> object : objects) {
            boolean inPlace = !replacing && IN_PLACE.contains(Tree.text(object, "kind"));
            written = written.compose(done -> write(object, inPlace, replacing));
        }
        return written;
    }

    /**
     * Namespaces and priority classes that are only mentioned are made, too: a laptop cannot know the classes of a cluster, and has nobody to give way to.
     */
    private List<Map<String, Object>> mentioned(List<Map<String, Object>> objects) {
        Set<String> namespaces = new LinkedHashSet<>(Set.of(namespace));
        Set<String> classes = new LinkedHashSet<>();
        for (Map<String, Object> object : objects) {
            namespaces.add(Tree.text(object, "metadata", "namespace"));
            mentioned(object, classes);
        }
        for (Map<String, Object> object : objects) {
            if (Tree.text(object, "kind").equals("PriorityClass")) {
                classes.remove(Tree.text(object, "metadata", "name"));
            }
        }
        namespaces.remove("");
        List<Map<String, Object>> made = new ArrayList<>();
        namespaces.forEach(name -> made.add(named("v1", "Namespace", name)));
        for (String name : classes) {
            Map<String, Object> tree = named("scheduling.k8s.io/v1", "PriorityClass", name);
            tree.put("value", 0L);
            made.add(tree);
        }
        return made;
    }

    private static Map<String, Object> named(String version, String kind, String name) {
        return Tree.of("apiVersion", version, "kind", kind, "metadata", Tree.of("name", name));
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

    private Future<Void> write(Map<String, Object> object, boolean inPlace, boolean replacing) {
        String name = Tree.text(object, "kind") + " " + Tree.text(object, "metadata", "name");
        return server.kind(Tree.text(object, "apiVersion"), Tree.text(object, "kind"))
                .compose(kind -> write(object, name, kind, inPlace, replacing))
                .recover(failure -> Future.failedFuture(
                        failure instanceof ApiException refusal
                                ? new CommandException(
                                        ExitCodes.WRONG_INPUT, name + ": " + refusal.getMessage(), refusal)
                                : failure));
    }

    private Future<Void> write(
            Map<String, Object> object, String name, Optional<ResourceType> kind, boolean inPlace, boolean replacing) {
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
        return client.create(type.resource(), tree, AS_USER)
                .<Void>mapEmpty()
                .recover(failure -> !(failure instanceof ApiException refusal)
                                || !refusal.isAlreadyExists()
                                || !(inPlace || replacing)
                        ? Future.failedFuture(failure)
                        : inPlace
                                ? Future.succeededFuture()
                                : client.update(type.resource(), tree, AS_USER).mapEmpty());
    }
}
