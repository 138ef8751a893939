package io.trainyard.launcher.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.trainyard.core.offender.Offender;
import io.trainyard.local.kubelet.curious.CuriousKubelet;
import io.trainyard.plugins.coscheduling.CoschedulingPlugin;
import io.trainyard.plugins.curious.CuriousPlugin;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rule that never fails is worth nothing. */
final class RulesNoticeTest {
    private final JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);

    @Test
    void everyForbiddenThingIsNoticed() {
        assertThat(violations(BehaviourRulesTest.onlyTheTimeSourcesAskForTheTime))
                .singleElement()
                .asString()
                .contains("asksForTheTime()");
        assertThat(violations(BehaviourRulesTest.onlyTheLauncherEndsTheProcess))
                .singleElement()
                .asString()
                .contains("ends()");
        assertThat(violations(BehaviourRulesTest.onlyTheLauncherPrints))
                .singleElement()
                .asString()
                .contains("prints()");
        assertThat(violations(BehaviourRulesTest.failuresHaveNames))
                .singleElement()
                .asString()
                .contains("fails()");
        assertThat(violations(BehaviourRulesTest.nobodyWaitsByLocking))
                .singleElement()
                .asString()
                .contains("locks()");
        assertThat(violations(ModuleRulesTest.onlyOnePackageTouchesTheKubernetesClient))
                .allMatch(text -> text.contains("touchesTheClient"))
                .isNotEmpty();
        assertThat(violations(ModuleRulesTest.theCoreSeesNeitherPluginsNorTheCommandLine))
                .allMatch(text -> text.contains("touchesTheCommandLine"))
                .isNotEmpty();
    }

    @Test
    void collectionsThatNobodyCountsAndTagsWithoutBoundAreNoticed() {
        assertThat(violations(MemoryRulesTest.whatGrowsByRequestsIsABoundedCache))
                .anyMatch(text -> text.contains("Offender.<clinit>()") && text.contains("newKeySet"))
                .anyMatch(text -> text.contains("Offender.<init>()") && text.contains("java.util.HashMap"))
                .anyMatch(text -> text.contains("Offender.<init>()") && text.contains("Offender$1"));
        assertThat(violations(MemoryRulesTest.valuesOfTagsHaveABound))
                .singleElement()
                .asString()
                .contains("countsByName");
    }

    @Test
    void waitingIsNoticedUnlessItIsMarked() {
        assertThat(violations(BehaviourRulesTest.nothingBlocksAnEventLoop))
                .hasSize(2)
                .anyMatch(text -> text.contains("waits()"))
                .anyMatch(text -> text.contains("waitsForAFuture()"));
    }

    @Test
    void aPluginThatSeesAnotherIsNoticed() {
        JavaClasses plugins = new ClassFileImporter().importClasses(CuriousPlugin.class, CoschedulingPlugin.class);

        assertThat(violations(ModuleRulesTest.pluginsDoNotSeeEachOther, plugins))
                .isNotEmpty()
                .allMatch(text -> text.contains("CuriousPlugin") && text.contains("CoschedulingPlugin"));
    }

    @Test
    void aKubeletThatSeesTheServerIsNoticed() {
        JavaClasses kubelet = new ClassFileImporter().importClasses(CuriousKubelet.class);

        assertThat(violations(ModuleRulesTest.theKubeletSeesNeitherServerNorControllers, kubelet))
                .isNotEmpty()
                .allMatch(text -> text.contains("CuriousKubelet") && text.contains("LocalApiServer"));
    }

    private List<String> violations(ArchRule rule) {
        return violations(rule, offender);
    }

    private static List<String> violations(ArchRule rule, JavaClasses classes) {
        return rule.evaluate(classes).getFailureReport().getDetails();
    }
}
