package io.trainyard.testcluster;

import io.trainyard.testcluster.programs.ProgramFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives tests the cluster that their {@link RealCluster} annotation asks for. */
final class RealClusterExtension implements ExecutionCondition, BeforeAllCallback, ParameterResolver, TestWatcher {

    private static final Namespace STORE = Namespace.create(RealClusterExtension.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent()) {
            return ConditionEvaluationResult.enabled("decided for the whole class");
        }
        Availability availability = Availability.fromSystemProperties();
        return availability
                .reasonToSkip(() -> ProgramFinder.forThisUser(line -> {})
                        .whatIsMissing(options(context).programs()))
                .map(reason -> disabled(context, reason))
                .orElseGet(() -> ConditionEvaluationResult.enabled("a cluster can be started"));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        cluster(context).get();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestCluster.class || type == TestNamespace.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestCluster cluster = cluster(context).get();
        if (parameter.getParameter().getType() == TestCluster.class) {
            return cluster;
        }
        return context.getStore(STORE)
                .getOrComputeIfAbsent(
                        TestNamespace.class,
                        key -> cluster.createNamespace(context.getTestMethod()
                                .map(method -> method.getName())
                                .orElseGet(() -> context.getRequiredTestClass().getSimpleName())),
                        TestNamespace.class);
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        cluster(context).keepLogs();
    }

    /** One line per test run is enough, however many classes are skipped; the reports name the reason of each. */
    private static ConditionEvaluationResult disabled(ExtensionContext context, String reason) {
        context.getRoot().getStore(STORE).getOrComputeIfAbsent("reason to skip", key -> {
            System.err.println(reason);
            return reason;
        });
        return ConditionEvaluationResult.disabled(reason);
    }

    private static SharedCluster cluster(ExtensionContext context) {
        return context.getRoot()
                .getStore(STORE)
                .getOrComputeIfAbsent(options(context), SharedCluster::new, SharedCluster.class);
    }

    private static Options options(ExtensionContext context) {
        RealCluster annotation = Optional.of(context.getRequiredTestClass())
                .flatMap(RealClusterExtension::annotation)
                .orElseThrow(() -> new IllegalStateException(
                        context.getRequiredTestClass() + " is not annotated with @RealCluster"));
        return Options.of(annotation.kind())
                .withAudit(annotation.audit())
                .withServiceAccounts(annotation.serviceAccounts())
                .withAddOns(annotation.addOns())
                .withCustomResourceDefinitions(Arrays.stream(annotation.customResourceDefinitions())
                        .map(Path::of)
                        .toArray(Path[]::new));
    }

    private static Optional<RealCluster> annotation(Class<?> testClass) {
        return AnnotationSupport.findAnnotation(testClass, RealCluster.class)
                .or(() -> Optional.ofNullable(testClass.getEnclosingClass()).flatMap(RealClusterExtension::annotation));
    }
}
