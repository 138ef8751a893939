package io.trainyard.local.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.NameRule;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What must hold of the volumes that Jobs share. */
final class VolumeClaimRules {
    private static final int MAX_NAME_LENGTH = 63;

    private final String jobSetName;
    private final Map<String, Object> spec;
    private final Validation.Builder findings;
    private final Set<String> names = new HashSet<>();

    VolumeClaimRules(String jobSetName, Map<String, Object> spec, Validation.Builder findings) {
        this.jobSetName = jobSetName;
        this.spec = spec;
        this.findings = findings;
    }

    void check() {
        List<Map<String, Object>> policies = Tree.objects(spec, "volumeClaimPolicies");
        for (int i = 0; i < policies.size(); i++) {
            List<Map<String, Object>> templates = Tree.objects(policies.get(i), "templates");
            for (int j = 0; j < templates.size(); j++) {
                check(templates.get(j), "spec.volumeClaimPolicies[" + i + "].templates[" + j + "]");
            }
        }
    }

    private void check(Map<String, Object> template, String path) {
        String name = Tree.text(template, "metadata", "name");
        String namePath = path + ".metadata.name";
        if (!Tree.text(template, "metadata", "namespace").isEmpty()) {
            findings.error(FieldError.forbidden(path + ".metadata.namespace", "claims are made where the JobSet is"));
        }
        if (!names.add(name)) {
            findings.error(new FieldError(namePath, FieldError.Kind.DUPLICATE, name, ""));
        }
        NameRule.SUBDOMAIN
                .problemOf(name)
                .ifPresent(problem -> findings.error(FieldError.invalid(namePath, name, problem)));
        if (name.length() + 1 + jobSetName.length() > MAX_NAME_LENGTH) {
            findings.error(FieldError.invalid(
                    namePath,
                    name,
                    "with the name of the JobSet behind it, it must be no more than " + MAX_NAME_LENGTH
                            + " characters"));
        }
        checkUse(name, namePath);
    }

    private void checkUse(String name, String namePath) {
        boolean mounted = false;
        List<Map<String, Object>> replicatedJobs = Tree.objects(spec, "replicatedJobs");
        for (int i = 0; i < replicatedJobs.size(); i++) {
            Map<String, Object> pod = Tree.child(replicatedJobs.get(i), "template", "spec", "template", "spec");
            mounted |= Stream.of("containers", "initContainers")
                    .flatMap(field -> Tree.objects(pod, field).stream())
                    .flatMap(container -> Tree.objects(container, "volumeMounts").stream())
                    .anyMatch(mount -> Tree.text(mount, "name").equals(name));
            List<Map<String, Object>> volumes = Tree.objects(pod, "volumes");
            for (int j = 0; j < volumes.size(); j++) {
                if (Tree.text(volumes.get(j), "name").equals(name)) {
                    findings.error(FieldError.invalid(
                            "spec.replicatedJobs[" + i + "].template.spec.template.spec.volumes[" + j + "].name",
                            name,
                            "is the name of a volume claim template already"));
                }
            }
        }
        if (!mounted) {
            findings.error(
                    FieldError.invalid(namePath, name, "must be the name of a volume that some container mounts"));
        }
    }
}
