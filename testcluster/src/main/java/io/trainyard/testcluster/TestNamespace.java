package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * A namespace that belongs to one test. In a full cluster it is deleted in the background once it is closed, so that
 * other tests may still see its last objects for a moment; in a bare cluster it is empty when {@link #close} returns.
 */
public final class TestNamespace implements AutoCloseable {

    private static final int MAX_PREFIX_LENGTH = 40;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final TestCluster cluster;
    private final String name;

    private TestNamespace(TestCluster cluster, String name) {
        this.cluster = cluster;
        this.name = name;
    }

    static TestNamespace create(TestCluster cluster, String prefix) {
        Namespace namespace = cluster.adminClient()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withGenerateName(prefixOf(prefix))
                        .endMetadata()
                        .build())
                .create();
        String name = namespace.getMetadata().getName();
        if (cluster.options().kind() == ClusterKind.FULL && cluster.options().serviceAccounts()) {
            // Without it no pod can be made.
            Poll.until(
                    "the default service account of " + name,
                    LIMIT,
                    () -> Optional.ofNullable(cluster.adminClient()
                            .serviceAccounts()
                            .inNamespace(name)
                            .withName("default")
                            .get()));
        }
        return new TestNamespace(cluster, name);
    }

    /** Any text, made fit to be the beginning of a namespace's name. */
    static String prefixOf(String text) {
        String fit = text.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+", "");
        String cut = fit.substring(0, Math.min(MAX_PREFIX_LENGTH, fit.length())).replaceAll("-+$", "");
        return cut.isEmpty() ? "test-" : cut + "-";
    }

    public String name() {
        return name;
    }

    /** Deletes the namespace with all that is in it. */
    @Override
    public void close() {
        if (cluster.options().kind() == ClusterKind.BARE) {
            cluster.namespaceCleaner().clean(name);
        }
        cluster.adminClient().namespaces().withName(name).delete();
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}
