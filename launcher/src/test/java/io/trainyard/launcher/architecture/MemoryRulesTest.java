package io.trainyard.launcher.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.trainyard.launcher.architecture.OurCode.CORE;
import static io.trainyard.launcher.architecture.OurCode.DASHBOARD;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.trainyard.core.memory.CacheOwner;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a process may remember (OPS-131). */
@AnalyzeClasses(packages = OurCode.ROOT, importOptions = OurCode.class)
final class MemoryRulesTest {
    private static final String CONTROLLER = "io.trainyard.launcher.controller..";
    private static final String MICROMETER = "io.micrometer.core.instrument";
    private static final String PROMETHEUS = "io.prometheus.metrics.model.snapshots";

    /** Where values of tags come from. */
    private static final Map<String, String> TAGS = Map.ofEntries(
            Map.entry("core.metrics.CacheMetrics", "owners of caches"),
            Map.entry("core.metrics.CertificateMetrics", "two usages; our own webhook configurations"),
            Map.entry("core.metrics.ControllerMetrics", "what is running"),
            Map.entry("core.metrics.JobDemandMetrics", "runtimes: RecentMeters; resources: 32 and one for the others"),
            Map.entry("core.metrics.JobSetMetrics", "runtimes: RecentMeters; schemes: those that we know"),
            Map.entry("core.metrics.PluginMetrics", "plugins that were found at start"),
            Map.entry("core.metrics.QueueMetrics", "queues of the program"),
            Map.entry("core.metrics.ReconcileMetrics", "controllers of the program"),
            Map.entry("core.metrics.ReportMetrics", "codes of HTTP that we answer"),
            Map.entry("core.metrics.RestClientMetrics", "methods and codes of HTTP; one API server"),
            Map.entry("core.metrics.TrainJobMetrics", "runtimes: RecentMeters"),
            Map.entry("core.metrics.WatchMetrics", "kinds and namespaces that are watched"),
            Map.entry("core.metrics.WebhookMetrics", "webhooks, and codes of HTTP that we answer"),
            Map.entry("launcher.controller.JobSeriesCollector", "TrainJobs that there are, where that is switched on"),
            Map.entry("launcher.controller.RuntimeSeriesCollector", "2,000 of the runtimes that there are"),
            Map.entry("launcher.controller.TrainJobPopulationCollector", "2,000 populations, and one for the others"));

    @ArchTest
    static final ArchRule whatGrowsByRequestsIsABoundedCache = noClasses()
            .that()
            .resideInAnyPackage(CORE, DASHBOARD, CONTROLLER)
            .and(describe("have no reason in CollectionsInFields", type -> CollectionsInFields.reason(
                            outermost(type).getName())
                    .isEmpty()))
            .should()
            .accessTargetWhere(makesACollection().and(whileAnObjectOrAClassIsMade()))
            .because("what others send fills the memory: use a BoundedCache, or write down why it cannot grow");

    @ArchTest
    static final ArchRule valuesOfTagsHaveABound = noClasses()
            .that()
            .resideInAnyPackage(CORE, DASHBOARD, CONTROLLER)
            .and(describe(
                    "have no bound in MemoryRulesTest",
                    type -> !TAGS.containsKey(outermost(type).getName().substring(OurCode.ROOT.length() + 1))))
            .should()
            .accessTargetWhere(givesTags())
            .because("each value of a tag is a series: take it from a closed set, or keep the meter in RecentMeters");

    /** A list that names what is gone hides what comes. */
    @ArchTest
    static void everyExceptionIsNeeded(JavaClasses classes) {
        Set<String> collections = new TreeSet<>(CollectionsInFields.all().keySet());
        Set<String> tags = new TreeSet<>(TAGS.keySet());
        for (JavaClass type : classes) {
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                if (makesACollection().and(whileAnObjectOrAClassIsMade()).test(access)) {
                    collections.remove(outermost(type).getName());
                }
                if (givesTags().test(access)) {
                    tags.remove(outermost(type).getName().substring(OurCode.ROOT.length() + 1));
                }
            }
        }

        assertThat(collections).as("make no collection any more").isEmpty();
        assertThat(tags).as("give no tags any more").isEmpty();
    }

    /** Two caches of one owner would take twice what the owner may. */
    @ArchTest
    static void eachOwnerHasOneCache(JavaClasses classes) {
        Map<String, Set<String>> users = new TreeMap<>();
        for (JavaClass type : classes) {
            type.getFieldAccessesFromSelf().stream()
                    .filter(access -> access.getTargetOwner().isEquivalentTo(CacheOwner.class)
                            && !type.isEquivalentTo(CacheOwner.class))
                    .forEach(access -> users.computeIfAbsent(access.getTarget().getName(), owner -> new TreeSet<>())
                            .add(access.getOriginOwner().getName()));
        }

        assertThat(users).hasSize(CacheOwner.values().length);
        assertThat(users)
                .allSatisfy((owner, classesOfOwner) ->
                        assertThat(classesOfOwner).as(owner).hasSize(1));
    }

    private static DescribedPredicate<JavaAccess<?>> makesACollection() {
        return describe("make a mutable collection", access -> {
            String name = access.getTarget().getName();
            JavaClass owner = access.getTargetOwner();
            return name.equals(JavaConstructor.CONSTRUCTOR_NAME)
                    ? isCollection(owner)
                            && (owner.getPackageName().startsWith("java.util") || owner.isAnonymousClass())
                    : Set.of("newKeySet", "newSetFromMap").contains(name);
        });
    }

    private static boolean isCollection(JavaClass type) {
        return type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
    }

    private static DescribedPredicate<JavaAccess<?>> whileAnObjectOrAClassIsMade() {
        return describe(
                "in a constructor or static initializer",
                access -> access.getOrigin() instanceof JavaConstructor
                        || access.getOrigin() instanceof JavaStaticInitializer);
    }

    private static DescribedPredicate<JavaAccess<?>> givesTags() {
        return describe("give tags to meters", access -> {
            String place = access.getTargetOwner().getPackageName();
            String name = access.getTarget().getName();
            return (place.equals(MICROMETER)
                            && (name.equals("tag")
                                    || name.equals("tags")
                                    || (access.getTargetOwner().getSimpleName().startsWith("Tag")
                                            && Set.of("of", "and", "concat").contains(name))))
                    || (place.startsWith(PROMETHEUS) && name.equals("labels"));
        });
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        return outermost;
    }
}
