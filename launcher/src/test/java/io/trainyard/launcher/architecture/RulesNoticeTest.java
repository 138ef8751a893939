package io.trainyard.launcher.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.trainyard.core.fixture.Offender;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rule that never fails is worth nothing. */
final class RulesNoticeTest {
    private final JavaClasses offender = new ClassFileImporter().importClasses(Offender.class);

    @Test
    void everyForbiddenThingIsNoticed() {
        assertThat(violations(BehaviourRulesTest.onlyOnePackageAsksForTheTime))
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
    void waitingIsNoticedUnlessItIsMarked() {
        assertThat(violations(BehaviourRulesTest.nothingBlocksAnEventLoop))
                .hasSize(2)
                .anyMatch(text -> text.contains("waits()"))
                .anyMatch(text -> text.contains("waitsForAFuture()"));
    }

    private List<String> violations(ArchRule rule) {
        return rule.evaluate(offender).getFailureReport().getDetails();
    }
}
