package io.trainyard.launcher.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static io.trainyard.launcher.architecture.OurCode.CORE;
import static io.trainyard.launcher.architecture.OurCode.DASHBOARD;
import static io.trainyard.launcher.architecture.OurCode.FOUNDATION;
import static io.trainyard.launcher.architecture.OurCode.LAUNCHER;
import static io.trainyard.launcher.architecture.OurCode.LOCAL;
import static io.trainyard.launcher.architecture.OurCode.PLUGINS;
import static io.trainyard.launcher.architecture.OurCode.SPI;
import static io.trainyard.launcher.architecture.OurCode.callOf;
import static io.trainyard.launcher.architecture.OurCode.callOn;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.groups.MultiSubscribe;
import io.trainyard.foundation.time.Blocking;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** What code may do: time, output, waiting, failing. */
@AnalyzeClasses(packages = OurCode.ROOT, importOptions = OurCode.class)
final class BehaviourRulesTest {
    /** Waits for processes that the system ends when it likes; no test can own that time. */
    private static final String PROCESSES = "io.trainyard.local.kubelet.process..";

    @ArchTest
    static final ArchRule onlyTheTimeSourcesAskForTheTime = noClasses()
            .that()
            .resideOutsideOfPackages("io.trainyard.core.time..", "io.trainyard.local.time..", PROCESSES)
            .should()
            .accessTargetWhere(callOf(Instant.class, "now")
                    .or(callOf(System.class, "currentTimeMillis", "nanoTime"))
                    .or(callOf(Thread.class, "sleep")))
            .because("tests own the time");

    @ArchTest
    static final ArchRule onlyTheLauncherEndsTheProcess = noClasses()
            .that()
            .resideOutsideOfPackage(LAUNCHER)
            .should()
            .accessTargetWhere(callOf(System.class, "exit").or(callOf(Runtime.class, "exit", "halt")));

    @ArchTest
    static final ArchRule onlyTheLauncherPrints = noClasses()
            .that()
            .resideOutsideOfPackage(LAUNCHER)
            .should()
            .accessTargetWhere(callOf(System.class, "out", "err").or(callOn(Throwable.class, "printStackTrace")));

    @ArchTest
    static final ArchRule nothingBlocksAnEventLoop = noClasses()
            .that()
            .resideInAnyPackage(CORE, DASHBOARD, SPI, FOUNDATION, PLUGINS, LOCAL)
            .should()
            .accessTargetWhere(callOn(Uni.class, "await")
                    .or(callOn(MultiSubscribe.class, "asIterable", "asStream"))
                    .or(callOn(Future.class, "get", "join"))
                    .or(callOn(io.vertx.core.Future.class, "await"))
                    .or(callOn(CountDownLatch.class, "await"))
                    .or(callOn(BlockingQueue.class, "take", "put"))
                    .or(callOn(ExecutorService.class, "awaitTermination", "invokeAll", "invokeAny"))
                    .or(callOn(Semaphore.class, "acquire"))
                    .or(callOn(Thread.class, "join"))
                    .or(callOn(Process.class, "waitFor"))
                    .as("waits")
                    .and(not(inBlockingCode())))
            .because("everything is done on one event loop; what has to wait elsewhere is marked @Blocking");

    @ArchTest
    static final ArchRule failuresHaveNames = noClasses()
            .should()
            .callConstructorWhere(describe(
                    "new RuntimeException, Exception, Error or Throwable",
                    call -> List.of(RuntimeException.class, Exception.class, Error.class, Throwable.class).stream()
                                    .anyMatch(call.getTargetOwner()::isEquivalentTo)
                            && !call.getOriginOwner().isAssignableTo(Throwable.class)))
            .because("a reader of a log has to know what went wrong");

    @ArchTest
    static final ArchRule valuesOfTheContractDoNotChange = fields().that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage("io.trainyard.spi.result..", "io.trainyard.foundation.field..")
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule nobodyWaitsByLocking = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAnyPackage(CORE, DASHBOARD, SPI, FOUNDATION, PLUGINS, LOCAL)
            .and()
            .areDeclaredInClassesThat()
            // The kubelet starts, signals and ends processes on worker threads, where a lock keeps their order; the
            // thread of a test moves a clock by which event loops live.
            .resideOutsideOfPackages("io.trainyard.local.kubelet..", "io.trainyard.local.time..")
            // Threads of informers hand over to readers, and reconciles and reviews share what is remembered: both hold
            // their lock for a few assignments.
            .and()
            .areDeclaredInClassesThat()
            .doNotHaveFullyQualifiedName("io.trainyard.core.kube.CachePart")
            .and()
            .areDeclaredInClassesThat()
            .doNotHaveFullyQualifiedName("io.trainyard.core.memory.BoundedCache")
            .should()
            .haveModifier(JavaModifier.SYNCHRONIZED)
            .because("one event loop owns the state");

    private static DescribedPredicate<JavaAccess<?>> inBlockingCode() {
        return describe("in code marked @Blocking", access -> {
            JavaClass outermost = access.getOriginOwner();
            while (outermost.getEnclosingClass().isPresent() && !outermost.isAnnotatedWith(Blocking.class)) {
                outermost = outermost.getEnclosingClass().get();
            }
            return outermost.isAnnotatedWith(Blocking.class)
                    || access.getOrigin().isAnnotatedWith(Blocking.class);
        });
    }
}
