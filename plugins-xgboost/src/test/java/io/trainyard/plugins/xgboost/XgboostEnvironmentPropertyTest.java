package io.trainyard.plugins.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.model.XGBoostPolicy;
import io.trainyard.spi.runtime.ContainerDefinition;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every template and every user: MLP-10, MLP-11, MLP-12, XGB-04, XGB-08. */
final class XgboostEnvironmentPropertyTest {
    private record Given(List<EnvVar> template, List<EnvVar> user, int nodes, int workers) {
        RuntimeInfo info() {
            return new RuntimeInfo(
                    Map.of(),
                    Map.of(),
                    new RuntimePolicy(new MLPolicy(null, null, null, null, new XGBoostPolicy(), null, null), null),
                    new Trainer(null, null, null, user, nodes, null, new IntOrString(workers)),
                    Map.of(),
                    List.of(PodSetDefinition.builder("boost", "node")
                            .ancestor("trainer")
                            .containers(List.of(ContainerDefinition.builder("node")
                                    .env(template)
                                    .userEnv(user)
                                    .build()))
                            .trainerContainer("node")
                            .build()));
        }
    }

    @Provide
    Arbitrary<Given> given() {
        List<String> names = new ArrayList<>(List.of("LR", "A", "B"));
        names.addAll(XgboostVariable.NAMES);
        Arbitrary<List<EnvVar>> entries = Combinators.combine(
                        Arbitraries.of(names), Arbitraries.of("", "x", "7", "$(DMLC_TASK_ID)"))
                .as((name, value) -> new EnvVar(name, value, null))
                .list()
                .uniqueElements(EnvVar::getName)
                .ofMaxSize(6);
        return Combinators.combine(
                        entries,
                        entries,
                        Arbitraries.integers().between(0, Integer.MAX_VALUE),
                        Arbitraries.integers().between(1, 999_999_999))
                .as(Given::new);
    }

    @Property(seed = "20260101")
    void enforcingTwiceGivesTheSame(@ForAll("given") Given given) {
        RuntimeInfo once = enforced(given.info());
        RuntimeInfo twice = enforced(enforced(given.info()));

        assertThat(variables(twice)).isEqualTo(variables(once));
        assertThat(twice.trainerContainer().orElseThrow().ports()).hasSize(1);
    }

    @Property(seed = "20260101")
    void everyNameOccursOnceAndOnlyReservedOnesAreNotTheUsersOrTheTemplates(@ForAll("given") Given given) {
        List<EnvVar> variables = variables(enforced(given.info()));
        Map<String, String> values = new HashMap<>();
        variables.forEach(variable -> values.put(variable.getName(), variable.getValue()));
        Map<String, String> expected = new HashMap<>();
        given.template().forEach(variable -> expected.put(variable.getName(), variable.getValue()));
        given.user().forEach(variable -> expected.put(variable.getName(), variable.getValue()));
        XgboostVariable.RESERVED.forEach(expected::remove);

        assertThat(variables).extracting(EnvVar::getName).doesNotHaveDuplicates();
        assertThat(values).containsAllEntriesOf(expected);
        assertThat(variables.subList(0, 4))
                .extracting(EnvVar::getName)
                .containsExactlyElementsOf(XgboostVariable.RESERVED);
        assertThat(values)
                .containsEntry("DMLC_NUM_WORKER", String.valueOf((long) given.nodes() * given.workers()))
                .containsEntry("DMLC_TRACKER_URI", "boost-node-0-0.boost");
    }

    private static RuntimeInfo enforced(RuntimeInfo info) {
        new XgboostPlugin().enforceMLPolicy(new TrainJob(), info);
        return info;
    }

    private static List<EnvVar> variables(RuntimeInfo info) {
        return info.trainerContainer().orElseThrow().environment().merged();
    }
}
