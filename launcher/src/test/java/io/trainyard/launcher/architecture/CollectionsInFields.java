package io.trainyard.launcher.architecture;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Why collections that objects or classes make for themselves cannot fill the memory, although nobody counts their bytes. */
enum CollectionsInFields {
    /** They live as long as one call, one request, one review, one reconcile or one command. */
    OF_ONE_CALL(
            "core.admission.http.JsonChanges",
            "core.admission.trainjob.UnusedSettings",
            "core.compile.CompileWarnings",
            "core.compile.InitializerData",
            "core.compile.ModelTrees",
            "core.compile.PatchableFields",
            "core.compile.PodOverrideMerge",
            "core.compile.ReservedVariables",
            "core.compile.StepRecorder",
            "core.config.ConfigurationDiagnostics",
            "core.config.ConfigurationSection",
            "core.gang.GangPlanner",
            "core.gang.PodDefaults",
            "core.gang.ResourceAmounts",
            "core.gang.StartOrder",
            "core.jobset.OwnedFields",
            "core.kube.CacheComparison",
            "core.kube.PagedLists",
            "core.kube.login.Kubeconfig",
            "core.manifest.ManifestReader",
            "core.manifest.ManifestRuntimes",
            "core.manifest.MisplacedField",
            "core.manifest.StandInNames",
            "core.manifest.UnknownFields",
            "core.status.StatusCalculator",
            "core.time.CallerLoop",
            "core.view.ViewJson",
            "dashboard.cache.SpecOrigins",
            "dashboard.log.AnsiText",
            "dashboard.report.Html",
            "dashboard.report.TracedYaml"),

    /** They are filled at the start, or with something for each plugin, kind, class, port or configured name. */
    FIXED_AT_START(
            "core.admission.http.WebhookRoutes",
            "core.admission.runtime.PluginPolicyRules",
            "core.certificates.WebhookConfigurations",
            "core.compile.PolicySteps",
            "core.controller.CachedObjects",
            "core.controller.ObservedGangFacts",
            "core.controller.PluginWatches",
            "core.gang.GangPolicies",
            "core.health.HealthEndpoint",
            "core.health.HealthLog",
            "core.health.HealthRoutes",
            "core.kube.DirectUpdates",
            "core.kube.Informers",
            "core.kube.KindDiscovery",
            "core.kube.ServedKinds",
            "core.kube.TaskFailures",
            "core.metrics.CertificateMetrics",
            "core.metrics.PluginMetrics",
            "core.metrics.RestClientMetrics",
            "core.plugin.CallStatistics",
            "core.plugin.PluginClassLoaders",
            "core.plugin.PluginHost",
            "core.plugin.PluginLoader",
            "core.plugin.PluginStarter",
            "core.plugin.ThreadLeakDetector",
            "core.queue.PriorityShares",
            "launcher.controller.Certificates",
            "launcher.controller.Endings"),

    /** One for each object of the API server that is watched or was just written; it goes with the object. */
    MIRRORS_THE_API_SERVER(
            "core.apply.OwnWrites",
            "core.inspect.CauseReporter",
            "core.jobset.ServiceConflicts",
            "core.kube.ListenerDispatcher",
            "core.kube.WatchedCache",
            "core.metrics.JobSetMetrics",
            "core.metrics.QueueMetrics",
            "core.queue.FirstReadyFirstServed",
            "core.queue.GroupTurns",
            "core.queue.WorkQueue",
            "core.reconcile.JobEvents",
            "core.reconcile.PassingConflicts",
            "dashboard.cache.LiveRows"),

    /** A fixed number of small things about objects that we wrote or that are gone; the oldest makes room. */
    SO_MANY_AND_NO_MORE(
            "core.apply.AppliedVersions",
            "core.apply.RecentSet",
            "core.jobset.JobSetApplier",
            "core.jobset.ObservedJobSets",
            "core.metrics.JobDemandMetrics",
            "core.progress.Curves",
            "core.progress.JobReports",
            "core.progress.RankBoard",
            "core.progress.StepTimes",
            "dashboard.feed.Feed"),

    /** As many as connections, requests or calls that are under way, each of which has a limit of its own. */
    UNDER_WAY(
            "core.admission.http.ReviewBudget",
            "core.http.FairShares",
            "core.http.Gate",
            "core.kube.ClientConnections",
            "core.kube.ContainerLog",
            "core.kube.InProcessWatch",
            "core.kube.RequestLimiter",
            "core.kube.WriteGuards",
            "core.plugin.CallWatchdog",
            "core.plugin.PluginWorkers",
            "core.time.SharedRequests",
            "dashboard.access.OpenStreams",
            "dashboard.feed.JobStream",
            "dashboard.feed.LiveFeed",
            "dashboard.log.LogStream"),

    /** Only a rehearsal, a test or a local run makes one. */
    NOT_IN_A_CLUSTER("core.kube.AnswersFromMemory"),

    /** It counts the bytes. */
    BOUNDED("core.memory.BoundedCache");

    private final Set<String> classes;

    CollectionsInFields(String... classes) {
        this.classes =
                Arrays.stream(classes).map(name -> OurCode.ROOT + "." + name).collect(Collectors.toSet());
    }

    /** Why a class may; empty for one that may not. */
    static Optional<CollectionsInFields> reason(String outermostClass) {
        return Arrays.stream(values())
                .filter(reason -> reason.classes.contains(outermostClass))
                .findFirst();
    }

    /** All classes with their reasons; fails for one with two. */
    static Map<String, CollectionsInFields> all() {
        return Arrays.stream(values())
                .flatMap(reason -> reason.classes.stream().map(name -> Map.entry(name, reason)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
