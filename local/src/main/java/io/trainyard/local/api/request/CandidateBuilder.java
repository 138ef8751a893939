package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.name.GeneratedName;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.ownership.FieldManager;
import io.trainyard.local.api.ownership.ManagedFields;
import io.trainyard.local.api.ownership.Manager;
import io.trainyard.local.api.ownership.Manager.Operation;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Works out what a write leads to: system fields, defaults, owners, admission, validation. Nothing is stored.
 *
 * <p>Objects that come in are decoded already and may be changed.
 */
final class CandidateBuilder {
    private static final String METADATA = "metadata";
    private static final String MANAGED_FIELDS = "managedFields";
    private static final String STATUS = "status";

    private final SystemFields systemFields;
    private final RandomGenerator random;
    private final RuleChecker rules;
    private final AdmissionChain admission;

    CandidateBuilder(SystemFields systemFields, RandomGenerator random, RuleChecker rules, AdmissionChain admission) {
        this.systemFields = systemFields;
        this.random = random;
        this.rules = rules;
        this.admission = admission;
    }

    /** Sets what the server itself sets in a new object. */
    void complete(ResourceType type, Map<String, Object> object) {
        systemFields.setForCreate(type, object);
        type.behavior().applyDefaults(object);
        type.behavior().prepareCreate(object);
    }

    /**
     * A new object.
     *
     * @param owners who owns its fields; null to have the writer own all of them
     */
    Candidate create(
            ResourceType type,
            ApiRequest request,
            Map<String, Object> object,
            @Nullable ManagedFields owners,
            List<String> warnings) {
        String namespace = request.namespace();
        setNamespace(type, namespace, object);
        Map<String, Object> metadata = Tree.ensure(object, METADATA);
        String prefix = Tree.text(metadata, "generateName");
        if (Tree.text(metadata, "name").isEmpty() && !prefix.isEmpty()) {
            metadata.put("name", GeneratedName.of(prefix, random));
        }
        if (!Tree.text(metadata, "resourceVersion").isEmpty()) {
            // An odd code for a mistake of the client, but it is the one that clients know.
            throw new ApiException(500, "", "resourceVersion should not be set on objects to be created", Map.of());
        }
        systemFields.setForCreate(type, object);
        if (type.hasStatus()) {
            object.remove(STATUS);
        }
        type.behavior().applyDefaults(object);
        ManagedFields fields = owners == null
                ? new FieldManager(type.schema())
                        .update(
                                Map.of(),
                                object,
                                ManagedFields.NONE,
                                new Manager(request.fieldManager(), Operation.UPDATE, type.apiVersion(), ""),
                                systemFields.now())
                : owners;
        if (type.isCustom() && type.hasStatus()) {
            // A status that is there by default belongs to nobody.
            type.schema().applyDefaults(object);
        }
        type.behavior().prepareCreate(object);
        admission.mutate(type, "", object, null, request.parameters().dryRun());
        setOwners(object, fields);

        String name = Tree.text(object, METADATA, "name");
        List<FieldError> errors = rules.check(type, object, null, MetadataRules.check(type, object));
        if (errors.isEmpty() || !type.isCustom()) {
            errors.addAll(type.behavior().validateCreate(object));
        }
        refuse(type, name, errors);
        return new Candidate(type, new ObjectKey(namespace, name), "", null, object, warnings);
    }

    private static void setNamespace(ResourceType type, String namespace, Map<String, Object> object) {
        Map<String, Object> metadata = Tree.ensure(object, METADATA);
        String named = Tree.text(metadata, "namespace");
        if (!type.namespaced()) {
            metadata.remove("namespace");
        } else if (named.isEmpty()) {
            metadata.put("namespace", namespace);
        } else if (!named.equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /**
     * A change of an object.
     *
     * @param owners who owns its fields; null to have the writer own those that it changes
     */
    Candidate update(
            ResourceType type,
            ApiRequest request,
            StoredObject existing,
            Map<String, Object> object,
            @Nullable ManagedFields owners,
            List<String> warnings) {
        String subresource = request.subresource();
        Map<String, Object> previous = existing.tree();
        ObjectKey key = existing.key();
        requireSameIdentity(type, key, subresource, object, previous);
        setNamespace(type, key.namespace(), object);
        Map<String, Object> next =
                switch (subresource) {
                    case STATUS -> statusWrite(type, object, previous);
                    case "finalize" -> finalizeWrite(object, previous);
                    default -> object;
                };
        if (subresource.isEmpty() && type.hasStatus()) {
            keepStatus(next, previous);
        }
        List<Map<String, Object>> sentOwners = Tree.objects(object, METADATA, MANAGED_FIELDS);
        systemFields.setForUpdate(next, previous);
        type.behavior().applyDefaults(next);
        if (subresource.isEmpty()) {
            type.behavior().prepareUpdate(next, previous);
        }
        ManagedFields fields = owners == null
                ? new FieldManager(type.schema())
                        .update(
                                previous,
                                next,
                                ownersBefore(sentOwners, previous),
                                new Manager(request.fieldManager(), Operation.UPDATE, type.apiVersion(), subresource),
                                systemFields.now())
                : owners;
        admission.mutate(type, subresource, next, previous, request.parameters().dryRun());
        systemFields.countGeneration(type, next, previous);
        setOwners(next, fields);

        List<FieldError> errors = rules.check(type, next, previous, MetadataRules.checkUpdate(type, next, previous));
        if (subresource.isEmpty()) {
            errors.addAll(type.behavior().validateUpdate(next, previous));
        }
        refuse(type, key.name(), errors);
        return new Candidate(type, key, subresource, existing, next, warnings);
    }

    private static void requireSameIdentity(
            ResourceType type,
            ObjectKey key,
            String subresource,
            Map<String, Object> object,
            Map<String, Object> previous) {
        String name = Tree.text(object, METADATA, "name");
        if (!name.equals(key.name())) {
            throw ApiException.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + key.name() + ")");
        }
        String version = Tree.text(object, METADATA, "resourceVersion");
        if (!version.isEmpty() && !version.equals(Tree.text(previous, METADATA, "resourceVersion"))) {
            throw ApiException.conflict(
                    type.resource(),
                    key.name(),
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
        // A status of a custom kind takes nothing from metadata.
        boolean ignored = subresource.equals(STATUS) && type.isCustom();
        String uid = Tree.text(object, METADATA, "uid");
        if (!ignored && !uid.isEmpty() && !uid.equals(Tree.text(previous, METADATA, "uid"))) {
            throw StatusErrors.invalid(
                    type, key.name(), List.of(FieldError.invalid(METADATA + ".uid", uid, "field is immutable")));
        }
    }

    /** A write of the status takes nothing else over, except that built-in kinds let it change labels and the like. */
    private static Map<String, Object> statusWrite(
            ResourceType type, Map<String, Object> object, Map<String, Object> previous) {
        Map<String, Object> next = Tree.copy(previous);
        if (object.get(STATUS) == null) {
            next.remove(STATUS);
        } else {
            next.put(STATUS, object.get(STATUS));
        }
        if (!type.isCustom()) {
            next.put(METADATA, object.get(METADATA));
        }
        return next;
    }

    /** Only those who must agree to the end of a namespace are taken over. */
    private static Map<String, Object> finalizeWrite(Map<String, Object> object, Map<String, Object> previous) {
        Map<String, Object> next = Tree.copy(previous);
        List<Object> finalizers = Tree.list(object, "spec", "finalizers");
        if (finalizers.isEmpty()) {
            Tree.remove(next, "spec", "finalizers");
        } else {
            Tree.put(next, Tree.copyOf(finalizers), "spec", "finalizers");
        }
        return next;
    }

    private static void keepStatus(Map<String, Object> object, Map<String, Object> previous) {
        if (previous.get(STATUS) == null) {
            object.remove(STATUS);
        } else {
            object.put(STATUS, Tree.copyOf(previous.get(STATUS)));
        }
    }

    private static ManagedFields ownersBefore(List<Map<String, Object>> sent, Map<String, Object> previous) {
        if (sent.isEmpty()) {
            return ownersOf(previous);
        }
        if (sent.size() == 1 && sent.get(0).isEmpty()) {
            // The agreed way to say that nobody owns anything any more.
            return ManagedFields.NONE;
        }
        try {
            return ManagedFields.parse(sent);
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** Who owns the fields of a stored object. */
    static ManagedFields ownersOf(Map<String, Object> tree) {
        return ManagedFields.parse(Tree.objects(tree, METADATA, MANAGED_FIELDS));
    }

    private static void setOwners(Map<String, Object> object, ManagedFields owners) {
        Map<String, Object> metadata = Tree.ensure(object, METADATA);
        if (owners.isEmpty()) {
            metadata.remove(MANAGED_FIELDS);
        } else {
            metadata.put(MANAGED_FIELDS, owners.toTree());
        }
    }

    private static void refuse(ResourceType type, String name, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw StatusErrors.invalid(type, name, errors);
        }
    }
}
