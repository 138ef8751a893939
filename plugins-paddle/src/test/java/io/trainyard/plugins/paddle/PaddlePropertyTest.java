package io.trainyard.plugins.paddle;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PaddlePolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.ContainerDefinition;
import io.trainyard.spi.runtime.PodSet;
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
import net.jqwik.api.constraints.IntRange;

/** What holds for every group: PADDLE-02 to PADDLE-05, MLP-10, MLP-11, MLP-12. */
final class PaddlePropertyTest {
    private record Given(int workers, int masters, List<String> ofTemplate, List<String> ofUser) {
        RuntimeInfo enforced() {
            RuntimeInfo info = info();
            new PaddlePlugin().enforceMLPolicy(job(), info);
            return info;
        }

        RuntimeInfo info() {
            List<PodSetDefinition> podSets = new ArrayList<>();
            podSets.add(podSet("worker", 1));
            if (masters > 0) {
                podSets.add(podSet("master", masters));
            }
            return new RuntimeInfo(
                    Map.of(),
                    Map.of(),
                    new RuntimePolicy(
                            new MLPolicy(null, null, null, null, null, null, null, new PaddlePolicy(null), null), null),
                    new Trainer(null, null, null, literals(ofUser), workers, null, new IntOrString(2)),
                    Map.of(),
                    podSets);
        }

        private PodSetDefinition podSet(String name, int count) {
            return PodSetDefinition.builder("wave", name)
                    .ancestor("trainer")
                    .count(count)
                    .containers(List.of(ContainerDefinition.builder("node")
                            .env(literals(ofTemplate))
                            .userEnv(literals(ofUser))
                            .build()))
                    .trainerContainer("node")
                    .build();
        }

        private static List<EnvVar> literals(List<String> names) {
            return names.stream().map(name -> new EnvVar(name, "x", null)).toList();
        }

        static TrainJob job() {
            TrainJob job = new TrainJob();
            job.getMetadata().setName("wave");
            return job;
        }
    }

    @Provide
    Arbitrary<Given> given() {
        Arbitrary<List<String>> names = Arbitraries.of(
                        "LR",
                        "PADDLE_MASTER",
                        "POD_IP",
                        "PADDLE_NNODES",
                        "PADDLE_LOG_DIR",
                        "PADDLE_JOB_ID",
                        "PYTHONUNBUFFERED")
                .list()
                .uniqueElements()
                .ofMaxSize(5);
        return Combinators.combine(
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.integers().between(0, 3),
                        names,
                        names)
                .as(Given::new);
    }

    /** As a kubelet expands them in one pod. */
    private static Map<String, String> inPod(PodSet podSet, int index, String address) {
        Map<String, String> values = new HashMap<>();
        for (EnvVar variable :
                podSet.trainerContainer().orElseThrow().environment().merged()) {
            String value = variable.getValueFrom() == null
                    ? variable.getValue()
                    : variable.getName().equals("POD_IP_DUMMY") ? address : Integer.toString(index);
            for (Map.Entry<String, String> known : values.entrySet()) {
                value = value.replace("$(" + known.getKey() + ")", known.getValue());
            }
            values.put(variable.getName(), value);
        }
        return values;
    }

    @Property(tries = 200, seed = "20260101")
    void exactlyOnePodTakesItselfForTheMaster(@ForAll("given") Given given, @ForAll @IntRange(max = 39) int other) {
        RuntimeInfo info = given.enforced();
        String job = given.masters() > 0 ? "master" : "worker";
        for (PodSet podSet : info.podSets()) {
            for (int index : List.of(0, other)) {
                if (index >= podSet.count()) {
                    continue;
                }
                Map<String, String> values = inPod(podSet, index, "10.0.0.7");
                String master = values.get("PADDLE_MASTER");
                String own = values.getOrDefault("POD_IP_DUMMY", values.getOrDefault("POD_IP", "another"));

                assertThat(values).containsEntry("PADDLE_NNODES", Integer.toString(given.workers() + given.masters()));
                assertThat(master).endsWith(":36543").doesNotContain("$(");
                assertThat(master.equals(own + ":36543"))
                        .as("pod %s of %s: %s", index, podSet.name(), values)
                        .isEqualTo(podSet.name().equals(job) && index == 0);
            }
        }
    }

    @Property(tries = 100, seed = "20260101")
    void enforcingTwiceChangesNothingMoreAndNoNameOccursTwice(@ForAll("given") Given given) {
        RuntimeInfo once = given.enforced();
        RuntimeInfo twice = given.enforced();
        new PaddlePlugin().enforceMLPolicy(Given.job(), twice);
        for (PodSet podSet : once.podSets()) {
            List<EnvVar> variables =
                    podSet.trainerContainer().orElseThrow().environment().merged();

            assertThat(twice.podSet(podSet.name())
                            .flatMap(PodSet::trainerContainer)
                            .orElseThrow()
                            .environment()
                            .merged())
                    .isEqualTo(variables);
            assertThat(variables).extracting(EnvVar::getName).doesNotHaveDuplicates();
        }
    }
}
