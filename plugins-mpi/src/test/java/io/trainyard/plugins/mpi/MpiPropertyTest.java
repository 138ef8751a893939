package io.trainyard.plugins.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.runtime.PodSet;
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
import org.jspecify.annotations.Nullable;

/** What holds for every runtime and every TrainJob. */
final class MpiPropertyTest {
    private record Given(
            @Nullable Integer nodesOfRuntime,
            @Nullable Integer nodes,
            @Nullable Integer slotsOfRuntime,
            @Nullable Integer slots,
            @Nullable Boolean launcherAsNode,
            @Nullable String implementation,
            int gpus,
            int templateCount) {
        RuntimeInfo info() {
            return MpiRuntimes.mpi()
                    .nodesOfRuntime(nodesOfRuntime)
                    .nodes(nodes)
                    .slotsOfRuntime(slotsOfRuntime)
                    .slots(slots)
                    .launcherAsNode(launcherAsNode)
                    .implementation(implementation)
                    .limit("example.com/gpu", String.valueOf(gpus))
                    .templateCount(templateCount)
                    .templateVariable("HYDRA_HOST_FILE", "elsewhere")
                    .userVariable("LR", "0.1")
                    .build();
        }

        RuntimeInfo enforced() {
            RuntimeInfo info = info();
            new MpiPlugin().enforceMLPolicy(MpiRuntimes.wave(), info);
            return info;
        }

        int wantedNodes() {
            return nodes != null ? nodes : nodesOfRuntime != null ? nodesOfRuntime : 1;
        }

        int wantedSlots() {
            int ofRuntime = slotsOfRuntime != null ? slotsOfRuntime : 1;
            return slots != null ? slots : ofRuntime == 1 ? Math.max(1, gpus) : ofRuntime;
        }

        boolean asNode() {
            return Boolean.TRUE.equals(launcherAsNode);
        }

        boolean hydra() {
            return "Intel".equals(implementation) || "MPICH".equals(implementation);
        }
    }

    @Provide
    Arbitrary<Given> given() {
        Arbitrary<Integer> nodes = Arbitraries.integers().between(1, 40);
        Arbitrary<Integer> slots = Arbitraries.integers().between(1, 9);
        return Combinators.combine(
                        nodes.injectNull(0.3),
                        nodes.injectNull(0.3),
                        slots.injectNull(0.3),
                        slots.injectNull(0.5),
                        Arbitraries.of(true, false).injectNull(0.2),
                        Arbitraries.of("OpenMPI", "", "Intel", "MPICH").injectNull(0.1),
                        Arbitraries.integers().between(0, 8),
                        Arbitraries.integers().between(1, 5))
                .as(Given::new)
                // They alone would outnumber the tries.
                .withoutEdgeCases();
    }

    /** MPI-17, MPI-21 to MPI-25: whatever the template counts, one launcher, and as many hosts with ranks as nodes were asked for. */
    @Property(seed = "20260101")
    void oneLauncherAndAsManyHostsAsNodes(@ForAll("given") Given given) {
        RuntimeInfo info = given.enforced();

        assertThat(info.podSet("launcher").orElseThrow().count()).isEqualTo(1);
        assertThat(info.podSet("node").orElseThrow().count()).isEqualTo(given.wantedNodes() - (given.asNode() ? 1 : 0));
        assertThat(hosts(given, info)).hasSize(given.wantedNodes());
    }

    /** HOSTFILE-07 to HOSTFILE-12, HOSTFILE-16, MPI-31, MPI-36: every line is a host that there is, once, with the same slots; the launcher comes first. */
    @Property(seed = "20260101")
    void everyLineIsAPodThatExists(@ForAll("given") Given given) {
        RuntimeInfo info = given.enforced();
        List<String> expected = new ArrayList<>();
        if (given.asNode()) {
            expected.add("wave-launcher-0-0");
        }
        PodSet node = info.podSet("node").orElseThrow();
        for (int pod = 0; pod < node.count(); pod++) {
            expected.add("wave-node-0-" + pod + ".wave");
        }
        String form = given.hydra() ? ":" : " slots=";

        assertThat(hostfile(given, info))
                .isEqualTo(String.join(
                        "",
                        expected.stream()
                                .map(host -> host + form + given.wantedSlots() + "\n")
                                .toList()));
    }

    /** MPI-42, MPI-46, MPI-58: where a variable says the slots too, it says what the hostfile says. */
    @Property(seed = "20260101")
    void variablesAgreeWithTheHostfile(@ForAll("given") Given given) {
        Map<String, String> variables = variables(given.enforced(), "launcher");

        List<String> counting = !given.hydra()
                ? List.of("OMPI_MCA_orte_set_default_slots", "PRTE_MCA_prte_set_default_slots")
                : "Intel".equals(given.implementation()) ? List.of("I_MPI_PERHOST") : List.of();
        counting.forEach(name -> assertThat(variables).containsEntry(name, String.valueOf(given.wantedSlots())));
    }

    /** MPI-09, section 11: a second pass over the same view changes nothing. */
    @Property(seed = "20260101")
    void enforcingTwiceGivesTheSame(@ForAll("given") Given given) {
        RuntimeInfo once = given.enforced();
        RuntimeInfo twice = given.enforced();
        new MpiPlugin().enforceMLPolicy(MpiRuntimes.wave(), twice);

        for (String job : List.of("launcher", "node")) {
            PodSet first = once.podSet(job).orElseThrow();
            PodSet second = twice.podSet(job).orElseThrow();
            assertThat(second.count()).isEqualTo(first.count());
            assertThat(second.volumes())
                    .isEqualTo(first.volumes())
                    .extracting("name")
                    .doesNotHaveDuplicates();
            assertThat(second.dnsSearches()).isEqualTo(first.dnsSearches()).doesNotHaveDuplicates();
            assertThat(environment(twice, job)).isEqualTo(environment(once, job));
            assertThat(environment(twice, job)).extracting(EnvVar::getName).doesNotHaveDuplicates();
        }
        assertThat(hostfile(given, twice)).isEqualTo(hostfile(given, once));
    }

    /** SSH-05, SSH-16, SSH-17: two passes build the same Secret, and none has a key in it; only its creation makes one. */
    @Property(tries = 100, seed = "20260101")
    void noPassMakesAKey(@ForAll("given") Given given) {
        Component first = components(given.enforced()).get(0);
        Component second = components(given.enforced()).get(0);

        assertThat(first.updatePolicy()).isEqualTo(Component.UpdatePolicy.NEVER);
        assertThat(second.object()).isEqualTo(first.object());
        assertThat(first.object().toString()).doesNotContain("LS0tLS1CRUdJTi");
    }

    /** MPI-06: other containers, and pods that are not MPI's, stay as they are. */
    @Property(tries = 100, seed = "20260101")
    void othersAreLeftAlone(@ForAll("given") Given given) {
        RuntimeInfo info = given.enforced();

        for (PodSet podSet : info.podSets()) {
            for (String other : List.of("sidecar", "prepare")) {
                var container = podSet.containerOrInitContainer(other).orElseThrow();
                assertThat(container.environment().merged()).isEmpty();
                assertThat(container.volumeMounts()).isEmpty();
            }
        }
    }

    private static List<String> hosts(Given given, RuntimeInfo info) {
        return hostfile(given, info).lines().toList();
    }

    private static String hostfile(Given given, RuntimeInfo info) {
        HasMetadata map = components(info).get(1).object();
        assertThat(map.getMetadata().getName()).isEqualTo("wave-mpi-hostfile");
        return ((ConfigMap) map).getData().get("hostfile");
    }

    private static List<Component> components(RuntimeInfo info) {
        Components built = new MpiPlugin()
                .build(new ComponentBuilder.Request(MpiRuntimes.wave(), info))
                .await()
                .indefinitely();
        assertThat(built.components()).hasSize(2);
        return built.components();
    }

    private static List<EnvVar> environment(RuntimeInfo info, String job) {
        return info.podSet(job)
                .orElseThrow()
                .container("node")
                .orElseThrow()
                .environment()
                .merged();
    }

    private static Map<String, String> variables(RuntimeInfo info, String job) {
        Map<String, String> variables = new HashMap<>();
        environment(info, job).forEach(variable -> variables.put(variable.getName(), variable.getValue()));
        return variables;
    }
}
