package io.trainyard.launcher.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A context in the user's own kubeconfig (LOCAL-158)")
final class KubeconfigMergeTest {
    private static final String SERVER = "http://127.0.0.1:4711/token";
    private static final String CLUSTER =
            """
            apiVersion: v1
            kind: Config
            current-context: work
            preferences: {colors: true}
            clusters:
            - name: work
              cluster: {server: https://work.example, certificate-authority-data: abc}
            users:
            - name: me
              user: {exec: {command: login, apiVersion: client.authentication.k8s.io/v1}}
            contexts:
            - name: work
              context: {cluster: work, user: me}
            """;

    @Test
    @DisplayName("everything else stays, the current context too, and comes before what is added")
    void othersStay() {
        Map<String, Object> before = tree(CLUSTER);
        Map<String, Object> merged =
                KubeconfigMerge.merged(before, "laptop", SERVER).orElseThrow();

        assertThat(before).isEqualTo(tree(CLUSTER));
        assertThat(merged)
                .containsEntry("current-context", "work")
                .containsEntry("preferences", Map.of("colors", true));
        for (String section : new String[] {"clusters", "users", "contexts"}) {
            assertThat(Tree.objects(merged, section).get(0))
                    .isEqualTo(Tree.objects(before, section).get(0));
            assertThat(Tree.objects(merged, section).get(1)).containsEntry("name", "laptop");
        }
        assertThat(Tree.text(Tree.objects(merged, "clusters").get(1), "cluster", "server"))
                .isEqualTo(SERVER);
    }

    @Test
    @DisplayName("where there is no kubeconfig, the context is the current one")
    void firstOne() {
        assertThat(KubeconfigMerge.merged(Tree.of(), "laptop", SERVER)).hasValueSatisfying(merged -> assertThat(merged)
                .containsEntry("current-context", "laptop")
                .containsEntry("kind", "Config"));
    }

    @Test
    @DisplayName("what an earlier service has added is replaced, not repeated")
    void again() {
        Map<String, Object> first =
                KubeconfigMerge.merged(tree(CLUSTER), "laptop", SERVER).orElseThrow();
        Map<String, Object> second = KubeconfigMerge.merged(first, "laptop", "http://127.0.0.1:4712/other")
                .orElseThrow();

        assertThat(Tree.objects(second, "clusters")).hasSize(2);
        assertThat(Tree.text(Tree.objects(second, "clusters").get(1), "cluster", "server"))
                .isEqualTo("http://127.0.0.1:4712/other");
    }

    @Test
    @DisplayName("a cluster, a user or a context of that name that is not ours is never replaced")
    void foreignNames() {
        assertThat(KubeconfigMerge.merged(tree(CLUSTER), "work", SERVER)).isEmpty();
        assertThat(KubeconfigMerge.merged(tree(CLUSTER), "me", SERVER)).isEmpty();
    }

    private static Map<String, Object> tree(String yaml) {
        return Tree.object(Yaml.parse(yaml));
    }
}
