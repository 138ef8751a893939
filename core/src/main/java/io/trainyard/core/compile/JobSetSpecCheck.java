package io.trainyard.core.compile;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What JobSet, Job or the API server would refuse of a JobSet spec later, when nobody is there any more to read it: jobs without containers,
 * impossible ports, negative or overflowing counts, malformed labels. Values of a wrong type are left to the schema. Pure.
 */
public final class JobSetSpecCheck {
    /** Kubernetes takes no Indexed Job with more parallel pods. */
    public static final int MAX_PODS_OF_JOB = 100_000;

    private static final int MAX_MANAGER_LENGTH = 63;
    private static final LinearPattern GROUP = LinearPattern.of("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final LinearPattern MANAGER = LinearPattern.of(
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

    private static final List<String> ACCESS_MODES =
            List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod");

    private static final List<String> NOT_NEGATIVE = List.of(
            "parallelism",
            "completions",
            "backoffLimit",
            "backoffLimitPerIndex",
            "maxFailedIndexes",
            "activeDeadlineSeconds",
            "ttlSecondsAfterFinished");

    private JobSetSpecCheck() {}

    /** Findings about a JobSet spec that lies at a path. */
    public static void check(Map<String, Object> jobSet, FieldPath path, Validation.Builder findings) {
        notNegative(jobSet, "ttlSecondsAfterFinished", path, findings);
        manager(jobSet, path.field("managedBy"), findings);
        coordinator(jobSet, path.field("coordinator"), findings);
        claims(jobSet, path.field("volumeClaimPolicies"), findings);
        List<Object> jobs = Tree.list(jobSet, "replicatedJobs");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < jobs.size(); i++) {
            Map<String, Object> job = Tree.child(jobs.get(i));
            FieldPath at = path.field("replicatedJobs").item(i);
            name(job, at.field("name"), names, findings);
            group(job, at.field("groupName"), findings);
            counts(job, at, findings);
            metadata(Tree.child(job, "template", "metadata"), at.field("template"), findings);
            FieldPath podTemplate = at.field("template").field("spec").field("template");
            metadata(Tree.child(job, "template", "spec", "template", "metadata"), podTemplate, findings);
            PodSpecCheck.whole(PodTrees.podSpec(job), podTemplate.field("spec"), findings);
        }
    }

    /** What is wrong with the number of nodes, if anything. */
    public static Optional<FieldError> nodes(FieldPath path, @Nullable Object nodes) {
        return nodes instanceof Number number && number.doubleValue() > MAX_PODS_OF_JOB
                ? Optional.of(FieldError.invalid(
                        path.text(),
                        number,
                        "must be at most " + MAX_PODS_OF_JOB + ", the most pods of an indexed Job"))
                : Optional.empty();
    }

    /** What is wrong with the first pod set that has fewer or more Jobs or pods than there can be. */
    static Optional<String> impossibleCount(RuntimeInfo info) {
        for (PodSet podSet : info.podSets()) {
            if (podSet.replicas() < 0) {
                return Optional.of("spec.runtimeRef: replicated job " + podSet.name() + " has " + podSet.replicas()
                        + " replicas, which must not be negative");
            }
            if ((podSet.isIndexed() && podSet.count() > MAX_PODS_OF_JOB)
                    || (long) podSet.replicas() * podSet.count() > Integer.MAX_VALUE) {
                return Optional.of("spec.runtimeRef: replicated job " + podSet.name() + " would have "
                        + podSet.replicas() + " Jobs of "
                        + podSet.count() + " pods; an indexed Job has at most " + MAX_PODS_OF_JOB
                        + ", and all together at most " + Integer.MAX_VALUE);
            }
        }
        return Optional.empty();
    }

    private static void name(Map<String, Object> job, FieldPath path, Set<String> names, Validation.Builder findings) {
        Optional<String> name = Tree.string(job, "name").filter(text -> !text.isEmpty());
        if (name.isEmpty()) {
            findings.error(FieldError.required(path.text(), "every replicated job needs a name"));
        } else if (!DnsName.isLabel(name.get())) {
            findings.error(FieldError.invalid(
                    path.text(),
                    name.get(),
                    "must be at most 63 small letters, digits and '-' that begin and end with a letter or digit"));
        } else if (!names.add(name.get())) {
            findings.error(new FieldError(path.text(), FieldError.Kind.DUPLICATE, name.get(), ""));
        }
    }

    private static void group(Map<String, Object> job, FieldPath path, Validation.Builder findings) {
        Tree.string(job, "groupName")
                .filter(name -> !name.isEmpty() && !GROUP.matches(name))
                .ifPresent(name -> findings.error(FieldError.invalid(
                        path.text(),
                        name,
                        "must be at most 63 small letters, digits and '-' that begin with a letter and end with a letter or"
                                + " digit")));
    }

    private static void manager(Map<String, Object> jobSet, FieldPath path, Validation.Builder findings) {
        Tree.string(jobSet, "managedBy")
                .filter(name -> name.length() > MAX_MANAGER_LENGTH || !MANAGER.matches(name))
                .ifPresent(name -> findings.error(FieldError.invalid(
                        path.text(),
                        name,
                        "must be a domain and a path with a slash between them, such as acme.io/controller, at most "
                                + MAX_MANAGER_LENGTH + " characters")));
    }

    /** Whose address others are given: a pod of one of the jobs. */
    private static void coordinator(Map<String, Object> jobSet, FieldPath path, Validation.Builder findings) {
        if (!(jobSet.get("coordinator") instanceof Map<?, ?> coordinator)) {
            return;
        }
        String name = Tree.text(coordinator, "replicatedJob");
        Optional<Map<String, Object>> job = Tree.objects(jobSet, "replicatedJobs").stream()
                .filter(candidate -> name.equals(candidate.get("name")))
                .findFirst();
        if (job.isEmpty()) {
            findings.error(FieldError.invalid(
                    path.field("replicatedJob").text(), name, "must be a replicated job of this template"));
            return;
        }
        index(coordinator, "jobIndex", number(job.get(), "replicas"), path, findings);
        if (Tree.integer(0, coordinator, "podIndex") < 0) {
            findings.error(FieldError.invalid(
                    path.field("podIndex").text(), coordinator.get("podIndex"), "must not be negative"));
        }
    }

    private static void claims(Map<String, Object> jobSet, FieldPath path, Validation.Builder findings) {
        List<Object> policies = Tree.list(jobSet, "volumeClaimPolicies");
        for (int i = 0; i < policies.size(); i++) {
            List<Object> templates = Tree.list(policies.get(i), "templates");
            for (int k = 0; k < templates.size(); k++) {
                List<Object> modes = Tree.list(templates.get(k), "spec", "accessModes");
                for (int mode = 0; mode < modes.size(); mode++) {
                    if (!ACCESS_MODES.contains(String.valueOf(modes.get(mode)))) {
                        findings.error(FieldError.notSupported(
                                path.item(i)
                                        .field("templates")
                                        .item(k)
                                        .field("spec")
                                        .field("accessModes")
                                        .item(mode)
                                        .text(),
                                modes.get(mode),
                                "must be one of " + String.join(", ", ACCESS_MODES)));
                    }
                }
            }
        }
    }

    private static void index(
            Map<?, ?> coordinator, String field, double count, FieldPath path, Validation.Builder findings) {
        long index = Tree.integer(0, coordinator, field);
        if (index < 0 || index >= count) {
            findings.error(FieldError.invalid(
                    path.field(field).text(),
                    index,
                    "must be at least 0 and less than the number of Jobs, " + (long) count));
        }
    }

    private static void counts(Map<String, Object> job, FieldPath path, Validation.Builder findings) {
        notNegative(job, "replicas", path, findings);
        Map<String, Object> spec = Tree.child(job, "template", "spec");
        FieldPath at = path.field("template").field("spec");
        NOT_NEGATIVE.forEach(field -> notNegative(spec, field, at, findings));
        double parallelism = number(spec, "parallelism");
        boolean indexed = !"NonIndexed".equals(spec.get("completionMode"));
        if (indexed && parallelism > MAX_PODS_OF_JOB) {
            findings.error(FieldError.invalid(
                    at.field("parallelism").text(),
                    spec.get("parallelism"),
                    "must be at most " + MAX_PODS_OF_JOB + " in an indexed Job"));
        } else if (number(job, "replicas") * parallelism > Integer.MAX_VALUE) {
            findings.error(FieldError.invalid(
                    path.field("replicas").text(),
                    job.get("replicas"),
                    "replicas times parallelism must be at most " + Integer.MAX_VALUE));
        }
    }

    private static double number(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof Number number ? number.doubleValue() : 1;
    }

    private static void notNegative(
            Map<String, Object> tree, String field, FieldPath path, Validation.Builder findings) {
        if (tree.get(field) instanceof Number number && number.doubleValue() < 0) {
            findings.error(FieldError.invalid(path.field(field).text(), number, "must not be negative"));
        }
    }

    private static void metadata(Map<String, Object> metadata, FieldPath path, Validation.Builder findings) {
        FieldPath at = path.field("metadata");
        MetadataCheck.labels(Tree.child(metadata, "labels"), at.field("labels"), findings);
        MetadataCheck.annotations(Tree.child(metadata, "annotations"), at.field("annotations"), findings);
    }
}
