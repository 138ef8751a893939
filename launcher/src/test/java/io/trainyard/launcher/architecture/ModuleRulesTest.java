package io.trainyard.launcher.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.trainyard.launcher.architecture.OurCode.CLIENT;
import static io.trainyard.launcher.architecture.OurCode.CORE;
import static io.trainyard.launcher.architecture.OurCode.DASHBOARD;
import static io.trainyard.launcher.architecture.OurCode.FOUNDATION;
import static io.trainyard.launcher.architecture.OurCode.LAUNCHER;
import static io.trainyard.launcher.architecture.OurCode.LOCAL;
import static io.trainyard.launcher.architecture.OurCode.PLUGINS;
import static io.trainyard.launcher.architecture.OurCode.SPI;
import static io.trainyard.launcher.architecture.OurCode.VERTX;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** Who may see whom: the table of modules, and packages inside a module. */
@AnalyzeClasses(packages = OurCode.ROOT, importOptions = OurCode.class)
final class ModuleRulesTest {
    private static final String LOCAL_API = "io.trainyard.local.api..";
    private static final String LOCAL_CONTROLLERS = "io.trainyard.local.controllers..";

    @ArchTest
    static final ArchRule theFoundationLiesAtTheBottom = noClasses()
            .that()
            .resideInAPackage(FOUNDATION)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SPI, CORE, LOCAL, DASHBOARD, LAUNCHER, PLUGINS, "io.fabric8..", VERTX)
            .because("every module stands on it");

    @ArchTest
    static final ArchRule theContractSeesOnlyTheFoundation = noClasses()
            .that()
            .resideInAPackage(SPI)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CORE, LOCAL, DASHBOARD, LAUNCHER, PLUGINS, CLIENT, VERTX)
            .because("a plugin must be able to live with the contract alone");

    @ArchTest
    static final ArchRule theLaptopsClusterSeesOnlyTheFoundation = noClasses()
            .that()
            .resideInAPackage(LOCAL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SPI, CORE, DASHBOARD, LAUNCHER, PLUGINS, "io.fabric8..")
            .because("a cluster knows nothing of those who use it");

    @ArchTest
    static final ArchRule pluginsSeeOnlyTheContract = noClasses()
            .that()
            .resideInAPackage(PLUGINS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    CORE,
                    LOCAL,
                    DASHBOARD,
                    LAUNCHER,
                    CLIENT,
                    VERTX,
                    "io.trainyard.foundation.json..",
                    "io.trainyard.foundation.patch..",
                    "io.trainyard.foundation.schema..",
                    "io.trainyard.foundation.time..",
                    "io.trainyard.foundation.yaml..")
            .because("our plugins are built exactly as a vendor would build his")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule pluginsDoNotSeeEachOther =
            slices().matching("io.trainyard.plugins.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule theCoreSeesNeitherPluginsNorTheCommandLine = noClasses()
            .that()
            .resideInAPackage(CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(LOCAL, DASHBOARD, LAUNCHER, PLUGINS, "picocli..", "ch.qos.logback..");

    @ArchTest
    static final ArchRule theDashboardSeesTheCoreAlone = noClasses()
            .that()
            .resideInAPackage(DASHBOARD)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(LOCAL, LAUNCHER, PLUGINS, CLIENT, "picocli..", "ch.qos.logback..")
            .because("it shows what the core knows, wherever it runs")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theLauncherSeesNoPlugin = noClasses()
            .that()
            .resideInAPackage(LAUNCHER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(PLUGINS)
            .because("plugins are found in a folder at run time");

    @ArchTest
    static final ArchRule onlyOnePackageTouchesTheKubernetesClient = noClasses()
            .that()
            .resideOutsideOfPackage("io.trainyard.core.kube..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CLIENT)
            .because("replacing the client must touch nothing else");

    @ArchTest
    static final ArchRule onlyTheLoggingPackageTouchesTheLoggingBackEnd = noClasses()
            .that()
            .resideOutsideOfPackage("io.trainyard.launcher.logging..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("ch.qos.logback..", "net.logstash..");

    @ArchTest
    static final ArchRule decisionsArePure = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.trainyard.core.queue..",
                    "io.trainyard.core.compile..",
                    "io.trainyard.core.status..",
                    "io.trainyard.core.view..",
                    "io.trainyard.core.why..",
                    "io.trainyard.core.config..",
                    "io.trainyard.foundation..",
                    "io.trainyard.core.manifest..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(VERTX, CLIENT, "io.trainyard.core.kube..")
            .because("what can be decided without a cluster can be tested without one");

    @ArchTest
    static final ArchRule packagesOfTheContractHaveNoCycles = noCycles("io.trainyard.spi");

    @ArchTest
    static final ArchRule packagesOfTheFoundationHaveNoCycles = noCycles("io.trainyard.foundation");

    @ArchTest
    static final ArchRule packagesOfTheCoreHaveNoCycles = noCycles("io.trainyard.core");

    @ArchTest
    static final ArchRule packagesOfTheLauncherHaveNoCycles = noCycles("io.trainyard.launcher");

    @ArchTest
    static final ArchRule packagesOfTheDashboardHaveNoCycles = noCycles("io.trainyard.dashboard");

    @ArchTest
    static final ArchRule packagesOfPluginsHaveNoCycles = noCycles("io.trainyard.plugins");

    @ArchTest
    static final ArchRule packagesOfTheLocalClusterHaveNoCycles = noCycles("io.trainyard.local");

    @ArchTest
    static final ArchRule theKubeletSeesNeitherServerNorControllers = noClasses()
            .that()
            .resideInAPackage("io.trainyard.local.kubelet..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    LOCAL_API,
                    LOCAL_CONTROLLERS,
                    "io.trainyard.local.admission..",
                    "io.trainyard.local.rules..",
                    "io.trainyard.local.definitions..",
                    "io.trainyard.local.cluster..")
            .because("it is also a node of real clusters, which it knows through the client alone");

    @ArchTest
    static final ArchRule simulatedControllersWorkThroughTheClientAlone = noClasses()
            .that()
            .resideInAPackage(LOCAL_CONTROLLERS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(LOCAL_API, "io.trainyard.local.kubelet..")
            .because("what works through the API works on any API server");

    @ArchTest
    static final ArchRule theLocalApiServerServesAnybody = noClasses()
            .that()
            .resideInAnyPackage(LOCAL_API, "io.trainyard.local.client..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(LOCAL_CONTROLLERS, "io.trainyard.local.kubelet..")
            .because("a server knows nothing of its clients");

    @ArchTest
    static final ArchRule everyPackageSaysWhatMayBeNull = classes()
            .should(new ArchCondition<JavaClass>("be in a package marked @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                        events.add(SimpleConditionEvent.violated(
                                type, type.getPackageName() + " has no package-info.java with @NullMarked"));
                    }
                }
            });

    @ArchTest
    static void classesOfEveryModuleWereLookedAt(JavaClasses classes) {
        List<String> modules = new ArrayList<>(List.of("foundation", "spi", "core", "local", "dashboard", "launcher"));
        pluginModules().forEach(plugin -> modules.add("plugins." + plugin));
        for (String module : modules) {
            assertThat(classes.stream()
                            .filter(type -> (type.getPackageName() + ".").startsWith("io.trainyard." + module + ".")))
                    .as(module)
                    .hasSizeGreaterThan(5);
        }
        assertThat(modules)
                .contains(
                        "plugins.torch",
                        "plugins.jax",
                        "plugins.tensorflow",
                        "plugins.paddle",
                        "plugins.flux",
                        "plugins.xgboost",
                        "plugins.mpi",
                        "plugins.coscheduling",
                        "plugins.volcano",
                        "plugins.kai");
        assertThat(classes).hasSizeGreaterThan(200);
        assertThat(classes.stream().filter(type -> type.getSimpleName().endsWith("Test")))
                .isEmpty();
    }

    /** Names of all our plugins: a module that the rules do not see would be held to nothing. */
    private static List<String> pluginModules() {
        try (Stream<Path> folders = Files.list(Path.of(".."))) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java/io/trainyard/plugins")))
                    .map(folder -> folder.getFileName().toString().replace("plugins-", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SliceRule noCycles(String module) {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return (type.getPackageName() + ".").startsWith(module + ".")
                                ? SliceIdentifier.of(type.getPackageName())
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of " + module;
                    }
                })
                .should()
                .beFreeOfCycles();
    }
}
