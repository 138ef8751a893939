package io.trainyard.local.validation;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.custom.CustomTypes;
import io.trainyard.local.api.request.NewObjects;
import io.trainyard.local.api.request.SchemaRules;
import io.trainyard.local.api.resource.BuiltInTypes;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.definitions.Definitions;
import io.trainyard.local.rules.RuleEvaluator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Judges new TrainJobs and runtimes by the project's definitions, as the local API server does before it asks webhooks: names, schema, rules. For one
 * thread.
 */
public final class NewObjectValidator {
    private final SchemaRules rules = new RuleEvaluator();
    private final CustomTypes types =
            new CustomTypes(() -> BuiltInTypes.schemas().definition(BuiltInTypes.METADATA), rules);
    private final List<ResourceType> known = new ArrayList<>();

    /**
     * What is wrong, in the order and the words of an API server; empty when nothing is, and for kinds that are not the project's. Unknown fields are
     * passed over.
     *
     * @param object not changed
     */
    public List<FieldError> errors(Map<String, Object> object) {
        // As a request over the network would bring it: with whole numbers of one kind only.
        Map<String, Object> sent = Tree.object(Objects.requireNonNull(Json.parse(Json.bytes(object))));
        return type(Tree.text(sent, "apiVersion"), Tree.text(sent, "kind"))
                .map(type -> NewObjects.errors(type, sent, rules))
                .orElse(List.of());
    }

    private Optional<ResourceType> type(String apiVersion, String kind) {
        if (known.stream().noneMatch(type -> type.kind().equals(kind))) {
            Definitions.of(kind).map(types::of).ifPresent(known::addAll);
        }
        return known.stream()
                .filter(type -> type.kind().equals(kind) && type.apiVersion().equals(apiVersion))
                .findFirst();
    }
}
