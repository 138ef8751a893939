package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.runtime.RuntimeInfo;
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

/** What holds for every template and every user: MLP-10, MLP-11, MLP-12. */
final class TorchEnvironmentPropertyTest {

    private record Entry(String name, String value) {}

    private record Given(List<Entry> template, List<Entry> user, int nodes, Object processes) {
        RuntimeInfo info() {
            RuntimeInfos runtime = RuntimeInfos.torch().nodes(nodes).processes(processes);
            template.forEach(entry -> runtime.templateVariable(entry.name(), entry.value()));
            user.forEach(entry -> runtime.userVariable(entry.name(), entry.value()));
            return runtime.build();
        }

        List<EnvVar> enforced() {
            RuntimeInfo info = info();
            Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);
            return info.trainerContainer().orElseThrow().environment().merged();
        }
    }

    @Provide
    Arbitrary<Given> given() {
        List<String> names = new ArrayList<>(List.of("LR", "BASE", "PET_RDZV_CONF", "RANK", "A", "B"));
        for (TorchVariable variable : TorchVariable.values()) {
            names.add(variable.name());
        }
        Arbitrary<List<Entry>> entries = Combinators.combine(
                        Arbitraries.of(names), Arbitraries.of("", "x", "7", "$(PET_NNODES)"))
                .as(Entry::new)
                .list()
                .uniqueElements(Entry::name)
                .ofMaxSize(12);
        return Combinators.combine(
                        entries,
                        entries,
                        Arbitraries.integers().between(0, 64),
                        Arbitraries.of((Object) 1, "auto", "cpu", "gpu", 8, "16"))
                .as(Given::new);
    }

    @Property(seed = "20260101")
    void enforcingTwiceOnFreshViewsGivesTheSame(@ForAll("given") Given given) {
        assertThat(given.enforced()).isEqualTo(given.enforced());
    }

    @Property(seed = "20260101")
    void enforcingTwiceOnOneViewGivesTheSame(@ForAll("given") Given given) {
        RuntimeInfo info = given.info();
        Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);
        Plugins.started().enforceMLPolicy(TrainJobs.mnist(), info);

        assertThat(info.trainerContainer().orElseThrow().environment().merged()).isEqualTo(given.enforced());
        assertThat(info.trainerContainer().orElseThrow().ports()).hasSize(1);
    }

    @Property(seed = "20260101")
    void noNameOccursTwice(@ForAll("given") Given given) {
        assertThat(given.enforced()).extracting(EnvVar::getName).doesNotHaveDuplicates();
    }

    @Property(seed = "20260101")
    void whatIsNotReservedKeepsItsValueAndTheUserBeatsTheTemplate(@ForAll("given") Given given) {
        Map<String, String> values = new HashMap<>();
        given.enforced().forEach(variable -> values.put(variable.getName(), variable.getValue()));
        Map<String, String> expected = new HashMap<>();
        given.template().forEach(entry -> expected.put(entry.name(), entry.value()));
        given.user().forEach(entry -> expected.put(entry.name(), entry.value()));
        for (TorchVariable variable : TorchVariable.values()) {
            if (variable.isReserved()) {
                expected.remove(variable.name());
            }
        }

        assertThat(values).containsAllEntriesOf(expected);
    }

    @Property(seed = "20260101")
    void theReservedVariablesComeFirstAndAreOurs(@ForAll("given") Given given) {
        List<EnvVar> variables = given.enforced();

        assertThat(variables.subList(0, 5))
                .extracting(EnvVar::getName)
                .containsExactly(
                        "PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK", "PET_MASTER_ADDR", "PET_MASTER_PORT");
        assertThat(variables.get(0).getValue()).isEqualTo(String.valueOf(given.nodes()));
        assertThat(variables.get(2).getValueFrom().getFieldRef().getFieldPath()).contains("job-completion-index");
        assertThat(variables.get(3).getValue()).isEqualTo("mnist-node-0-0.mnist");
    }
}
