package io.trainyard.launcher.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.local.kubelet.image.ImageEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before anything starts, because of what TrainJobs have become. */
final class StartCheckTest {
    private static final String SCRIPT = "command: [python3, train.py]";

    private static List<HasMetadata> jobSet(int nodes, String container) throws IOException {
        return List.of(new ObjectMapper(new YAMLFactory())
                .readValue(
                        """
                        apiVersion: jobset.x-k8s.io/v1alpha2
                        kind: JobSet
                        metadata: {name: mnist}
                        spec:
                          replicatedJobs:
                          - name: node
                            template:
                              metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                              spec:
                                parallelism: %d
                                template:
                                  spec:
                                    volumes:
                                    - {name: scratch, emptyDir: {}}
                                    - {name: data, persistentVolumeClaim: {claimName: corpus}}
                                    containers: [{name: node, image: example/train:1, %s}]
                        """
                                .formatted(nodes, container),
                        GenericKubernetesResource.class));
    }

    @Test
    @DisplayName("a job of one node is one pod, which may have the screen to itself (LOCAL-350)")
    void onePod() throws IOException {
        assertThat(new StartCheck(jobSet(1, SCRIPT)).isOnePod()).isTrue();
        assertThat(new StartCheck(jobSet(2, SCRIPT)).isOnePod()).isFalse();
    }

    private static void check(
            List<HasMetadata> objects, LocalRun.Follow follow, Optional<Long> debug, String... mounts) {
        Map<String, Path> named = java.util.Arrays.stream(mounts)
                .collect(java.util.stream.Collectors.toMap(name -> name, name -> Path.of("/tmp")));
        new StartCheck(objects)
                .requireThere(
                        follow,
                        Machines.in(
                                Path.of("/work"),
                                named,
                                new MachineSettings.Tools(
                                        debug.map(rank ->
                                                new MachineSettings.Debugging(rank, InputStream.nullInputStream())),
                                        Optional.empty(),
                                        Optional.empty())));
    }

    private static LocalRun.Follow rank(long rank) {
        return new LocalRun.Follow(Optional.empty(), Optional.of(rank), false);
    }

    private static LocalRun.Follow node(long node) {
        return new LocalRun.Follow(Optional.of(node), Optional.empty(), false);
    }

    @Test
    @DisplayName("LOCAL-240: a TrainJob without a command is refused, unless an image map says what its image runs")
    void aCommandIsRequired() throws IOException {
        List<HasMetadata> objects = jobSet(1, "args: [x]");

        assertThatThrownBy(() -> new StartCheck(objects).requireCommands(Machines.programs(List.of())))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("TrainJob mnist: it says nowhere what to run: set spec.trainer.command.");
        assertThatCode(() -> new StartCheck(objects)
                        .requireCommands(Machines.programs(List.of(new ImageEntry(
                                "example/train", List.of("python3"), List.of(), Map.of(), "", Optional.empty())))))
                .doesNotThrowAnyException();
        assertThatCode(() -> new StartCheck(jobSet(1, SCRIPT)).requireCommands(Machines.programs(List.of())))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("LOCAL-245: more pods than this machine takes are refused, with the option and the limit")
    void podsHaveALimit() throws IOException {
        List<HasMetadata> tooMany = jobSet(1001, SCRIPT);

        assertThatThrownBy(() -> new StartCheck(tooMany).requireRoom())
                .hasMessage(
                        "TrainJob mnist: has 1001 pods, and this machine takes at most 1000: ask for fewer nodes (--nodes, or"
                                + " spec.trainer.numNodes)");
        assertThatCode(() -> new StartCheck(jobSet(1000, SCRIPT)).requireRoom()).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("LOCAL-245: a node that is not there cannot be followed")
    void aNodeHasToBeThere() throws IOException {
        List<HasMetadata> two = jobSet(2, SCRIPT);

        assertThatThrownBy(() -> check(two, node(9), Optional.empty()))
                .hasMessage("--follow: there is no node 9; there are 0 to 1");
        assertThatCode(() -> check(two, node(1), Optional.empty())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "command: [python3, train.py]; 2; 0 to 1",
                "command: [torchrun, train.py], env: [{name: PET_NPROC_PER_NODE, value: '3'}]; 6; 0 to 5"
            })
    @DisplayName("LOCAL-245: a rank that is not there is neither followed nor debugged")
    void aRankHasToBeThere(String container, long ranks, String there) throws IOException {
        List<HasMetadata> two = jobSet(2, container);

        assertThatThrownBy(() -> check(two, rank(ranks), Optional.empty()))
                .hasMessage("--follow: there is no rank " + ranks + "; there are " + there);
        assertThatThrownBy(() -> check(two, LocalRun.Follow.ALL, Optional.of(ranks)))
                .hasMessage("--debug: there is no rank " + ranks + "; there are " + there);
        assertThatCode(() -> check(two, rank(ranks - 1), Optional.of(ranks - 1)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "command: [mpirun, train.py]",
                "command: [torchrun, train.py], env: [{name: PET_NPROC_PER_NODE, value: auto}]",
                "command: [torchrun, train.py], env: [{name: PET_NPROC_PER_NODE, value: '1'}, {name: PET_NNODES, value: '1:9'}]"
            })
    @DisplayName("LOCAL-245: where only the program knows how many ranks there are, any may be meant")
    void ranksThatNobodyKnowsMayBeMeant(String container) throws IOException {
        List<HasMetadata> objects = jobSet(1, container);

        assertThatCode(() -> check(objects, rank(7), Optional.of(7L))).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("LOCAL-245: --mount names a volume or a claim of a pod")
    void aMountNamesAVolume() throws IOException {
        List<HasMetadata> objects = jobSet(1, SCRIPT);

        assertThatThrownBy(() -> check(objects, LocalRun.Follow.ALL, Optional.empty(), "nope"))
                .hasMessage(
                        "--mount nope: no pod has a volume or a volume claim of that name; there are corpus, data, scratch");
        assertThatCode(() -> check(objects, LocalRun.Follow.ALL, Optional.empty(), "data", "corpus"))
                .doesNotThrowAnyException();
    }
}
