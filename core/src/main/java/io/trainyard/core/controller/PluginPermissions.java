package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.spi.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the API server whether we may do what plugins declare that they need. What is denied is a warning: the plugin fails when it gets
 * there, and its TrainJobs say why. Nothing is granted here.
 */
public final class PluginPermissions {
    private static final Logger LOG = LoggerFactory.getLogger(PluginPermissions.class);
    private static final int AT_A_TIME = 4;

    private PluginPermissions() {}

    private record Question(String plugin, String group, String resource, String verb, String namespace) {
        @Override
        public String toString() {
            return plugin + " may not " + verb + " " + resource + (group.isEmpty() ? "" : "." + group)
                    + (namespace.isEmpty() ? "" : " in " + namespace);
        }
    }

    /**
     * What is denied, one line each; empty when all is allowed or the API server does not answer. Never fails.
     *
     * @param api asks on every replica: not one that waits for the lead before it writes
     * @param namespaces those that are served; empty for all
     */
    public static Uni<List<String>> denied(
            KubeApi api, Map<String, List<Permission>> permissions, List<String> namespaces) {
        return Multi.createFrom()
                .iterable(questions(permissions, namespaces))
                .onItem()
                .transformToUni(question -> allowed(api, question)
                        .map(allowed -> allowed ? List.<String>of() : List.of(question.toString())))
                .merge(AT_A_TIME)
                .onItem()
                .<String>disjoint()
                .collect()
                .asList()
                .map(denied -> denied.stream().sorted().toList())
                .invoke(denied -> denied.forEach(line ->
                        LOG.atWarn().log("{}; \"trainyard rbac --plugin\" prints the rules that it needs", line)));
    }

    private static List<Question> questions(Map<String, List<Permission>> permissions, List<String> namespaces) {
        List<Question> questions = new ArrayList<>();
        permissions.forEach((plugin, rules) -> rules.forEach(rule -> {
            List<String> asked = rule.clusterScoped() || namespaces.isEmpty() ? List.of("") : namespaces;
            rule.resources().stream()
                    .filter(resource -> !isOptional(rule, resource))
                    .forEach(resource -> rule.verbs()
                            .forEach(verb -> asked.forEach(namespace ->
                                    questions.add(new Question(plugin, rule.group(), resource, verb, namespace)))));
        }));
        return questions;
    }

    /** Secrets are granted in the namespaces that somebody chose; nobody misses them in the others. */
    private static boolean isOptional(Permission rule, String resource) {
        return rule.group().isEmpty() && resource.equals("secrets");
    }

    private static Uni<Boolean> allowed(KubeApi api, Question question) {
        int slash = question.resource.indexOf('/');
        SelfSubjectAccessReview review = new SelfSubjectAccessReviewBuilder()
                // KubeApi.create reads the namespace of every object from its metadata; a review is in none.
                .withMetadata(new ObjectMeta())
                .withNewSpec()
                .withNewResourceAttributes()
                .withGroup(question.group)
                .withResource(slash < 0 ? question.resource : question.resource.substring(0, slash))
                .withSubresource(slash < 0 ? "" : question.resource.substring(slash + 1))
                .withVerb(question.verb)
                .withNamespace(question.namespace)
                .endResourceAttributes()
                .endSpec()
                .build();
        return api.create(review)
                .map(answer -> answer.getStatus() != null
                        && Boolean.TRUE.equals(answer.getStatus().getAllowed()))
                .onFailure()
                .invoke(failure -> LOG.atInfo()
                        .addKeyValue("plugin", question.plugin)
                        .log("cannot tell what the plugin may do: {}", failure.getMessage()))
                .onFailure()
                .recoverWithItem(true);
    }
}
