package io.trainyard.core.admission.trainjob;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Managers of runtime patches are paths under a domain, so that two of them never meet. */
final class PatchManagerRules {
    private static final LinearPattern PATH = LinearPattern.of("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

    private PatchManagerRules() {}

    static void check(Map<String, Object> spec, Validation.Builder findings) {
        List<Object> patches = Tree.list(spec, "runtimePatches");
        for (int i = 0; i < patches.size(); i++) {
            Optional<String> manager = Tree.string(patches.get(i), "manager");
            if (manager.isPresent() && !isPathUnderDomain(manager.get())) {
                findings.error(FieldError.invalid(
                        "spec.runtimePatches[" + i + "].manager",
                        manager.get(),
                        "must be a domain-prefixed path, such as acme.io/placer"));
            }
        }
    }

    private static boolean isPathUnderDomain(String manager) {
        int slash = manager.indexOf('/');
        return slash > 0
                && DnsName.isSubdomain(manager.substring(0, slash))
                && PATH.matches(manager.substring(slash + 1));
    }
}
