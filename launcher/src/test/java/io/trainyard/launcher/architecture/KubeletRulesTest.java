package io.trainyard.launcher.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The kubelet is also a node of real clusters, and its packages stand in one order. */
@AnalyzeClasses(packages = KubeletRulesTest.KUBELET, importOptions = OurCode.class)
final class KubeletRulesTest {
    static final String KUBELET = "io.trainyard.local.kubelet";

    @ArchTest
    static final ArchRule ofTheLaptopsClusterTheKubeletSeesOnlyTheClient = noClasses()
            .that()
            .resideInAPackage(KUBELET + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.trainyard.local.admission..",
                    "io.trainyard.local.api..",
                    "io.trainyard.local.cluster..",
                    "io.trainyard.local.controllers..",
                    "io.trainyard.local.definitions..",
                    "io.trainyard.local.rules..")
            .because("the API server may be a real one");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching(KUBELET + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nothingSeesTheVerticleButWhatStartsIt = noClasses()
            .that()
            .resideInAPackage(KUBELET + ".*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(KUBELET);

    @ArchTest
    static final ArchRule decisionsAreMadeWithoutTheNode = noClasses()
            .that()
            .resideInAnyPackage(in("environment", "launch", "lifecycle", "naming", "options", "spec"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(in("node", "sandbox", "container", "pod"))
            .because("what can be decided without processes can be tested without them");

    @ArchTest
    static final ArchRule aNodeIsMadeWithoutPods = noClasses()
            .that()
            .resideInAnyPackage(in("node"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(in("sandbox", "container", "pod"));

    private static String[] in(String... names) {
        String[] packages = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            packages[i] = KUBELET + "." + names[i] + "..";
        }
        return packages;
    }
}
