package io.trainyard.local.controllers.toolkit;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.Indexer;
import io.trainyard.local.client.cache.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A kind that a controller watches, and what a change of one of its objects is about. A kind that the API server does not serve (yet) has no
 * objects; it is watched as soon as its definition appears.
 *
 * @param resource the kind
 * @param keys pure: which keys are to be reconciled when this object appears, changes or goes; empty for none, so that the kind is only cached
 */
public record Watched(Resource resource, Function<Map<String, Object>, List<ObjectName>> keys) {
    /** The objects that the controller is for. */
    public static Watched primary(Resource resource) {
        return new Watched(resource, object -> List.of(ObjectName.of(object)));
    }

    /** Objects that the controller made: their key is that of the controlling owner, if it is of this group and kind. */
    public static Watched owned(Resource resource, String ownerGroup, String ownerKind) {
        return new Watched(resource, object -> Indexer.controller(object)
                .filter(owner -> Tree.text(owner, "kind").equals(ownerKind)
                        && Tree.text(owner, "apiVersion").startsWith(ownerGroup + "/"))
                .map(owner ->
                        List.of(new ObjectName(Tree.text(object, "metadata", "namespace"), Tree.text(owner, "name"))))
                .orElse(List.of()));
    }

    /** A kind that is read and causes no reconciles. */
    public static Watched readOnly(Resource resource) {
        return new Watched(resource, object -> List.of());
    }
}
