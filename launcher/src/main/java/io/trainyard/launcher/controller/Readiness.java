package io.trainyard.launcher.controller;

import io.trainyard.core.kube.CacheHealth;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.runtime.SnapshotKeySecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether this process can do its work, and if not, why. Written on the event loop, read by the health server. */
final class Readiness {
    private static final String JOB_SETS = "jobsets";

    private final Certificates certificates;
    private final Webhooks webhooks;
    private volatile @Nullable SnapshotKeySecret snapshotKey;
    private volatile @Nullable Informers informers;
    private volatile @Nullable PluginInvoker loading;
    private volatile @Nullable PluginHost plugins;
    private volatile List<String> denied = List.of();
    private volatile boolean connected;
    private volatile boolean ending;

    Readiness(Certificates certificates, Webhooks webhooks) {
        this.certificates = certificates;
        this.webhooks = webhooks;
    }

    /** The client is there; certificates come next. */
    void connected() {
        connected = true;
    }

    /** The key for snapshots is needed first. */
    void watch(SnapshotKeySecret secret) {
        snapshotKey = secret;
    }

    /** From now on the caches decide. */
    void watch(Informers caches) {
        informers = caches;
    }

    /** Plugins are loaded from now on: while one of them hangs, that is what everything waits for. */
    void watchLoading(PluginInvoker invoker) {
        loading = invoker;
    }

    /** What plugins need and may not do. */
    void deny(List<String> permissions) {
        denied = List.copyOf(permissions);
    }

    /** From now on plugins have something to say, too. */
    void watch(PluginHost host) {
        plugins = host;
    }

    /**
     * What is wrong with plugins; empty when nothing is. No reason to take no more requests: a plugin harms only the TrainJobs that it fails for.
     */
    Optional<String> notes() {
        @Nullable PluginHost host = plugins;
        if (host == null) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>(host.warnings());
        notes.addAll(denied);
        host.inventory().problems().forEach(entry -> notes.add(entry.name() + " is not used"));
        return notes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", notes));
    }

    /**
     * Namespaces that are to be served and cannot be; empty when there are none. No reason to take no more requests: the others are served.
     */
    Optional<String> inaccessibleNamespaces() {
        @Nullable Informers caches = informers;
        List<String> closed = caches == null ? List.of() : caches.inaccessibleNamespaces();
        return closed.isEmpty()
                ? Optional.empty()
                : Optional.of("not served, since nothing may be listed there: " + String.join(", ", closed));
    }

    /**
     * For the liveness probe: what cannot be watched although the API server answers; empty when there is nothing. Nobody outside can help with that, and a new
     * process may.
     */
    Optional<String> hopelessWatches() {
        @Nullable Informers caches = informers;
        List<String> kinds = caches == null ? List.of() : caches.hopelessKinds();
        return kinds.isEmpty()
                ? Optional.empty()
                : Optional.of("listed but not watched for a quarter of an hour: " + String.join(", ", kinds));
    }

    /** No more work is taken. */
    void end() {
        ending = true;
    }

    /** What keeps the process from being ready; empty when nothing does. */
    Optional<String> problem() {
        if (ending) {
            return Optional.of("the process is ending");
        }
        if (!connected) {
            return Optional.of("the connection to the API server is not open yet");
        }
        @Nullable Informers caches = informers;
        if (caches == null) {
            // Once there is a certificate, it stays good for months: what happens to it later is for alerts.
            @Nullable SnapshotKeySecret secret = snapshotKey;
            return (secret == null ? Optional.<String>empty() : secret.problem())
                    .or(this::starting)
                    .or(() -> Optional.of(certificates.problem().orElse("certificates are not ready")));
        }
        return missing(caches)
                .or(() -> webhooks.serving()
                        ? Optional.empty()
                        : Optional.of("the port for admission webhooks is not open yet"));
    }

    private Optional<String> starting() {
        @Nullable PluginInvoker invoker = loading;
        return invoker == null
                ? Optional.empty()
                : invoker.starting().map(plugin -> "plugin " + plugin + " has not come back from its start yet");
    }

    private static Optional<String> missing(Informers caches) {
        List<CacheHealth> missing = caches.health().stream()
                .filter(cache -> cache.required() && !cache.synced())
                .toList();
        return missing.stream()
                .filter(cache ->
                        cache.kind().startsWith(JOB_SETS) && cache.problem().contains("is not served"))
                .findFirst()
                .map(cache -> "JobSet CRDs must be installed in advance")
                .or(() -> missing.stream()
                        .findFirst()
                        .map(cache -> cache.kind()
                                + (cache.namespace().isEmpty() ? "" : " of namespace " + cache.namespace())
                                + " are not listed yet"
                                + (cache.problem().isEmpty() ? "" : ": " + cache.problem())));
    }
}
