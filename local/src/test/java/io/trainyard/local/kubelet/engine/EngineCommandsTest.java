package io.trainyard.local.kubelet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.process.PodSandbox;
import io.trainyard.local.kubelet.process.StartException;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOCAL-60: what the engine is told, as data. */
final class EngineCommandsTest {
    private static final EngineCommands DOCKER = new EngineCommands("/bin/docker", false, "r1");
    private static final EngineCommands PODMAN = new EngineCommands("/bin/podman", true, "r1");

    private static PodSpec pod(String containers) {
        return PodSpec.of(Tree.object(Yaml.parse(
                """
                metadata: {name: demo-node-0-0-x, namespace: team, uid: u1}
                spec:
                  hostname: demo-node-0-0
                  subdomain: demo
                  securityContext: {runAsUser: 1000}
                  containers: %s
                """
                        .formatted(containers))));
    }

    private static ContainerLaunch launch(PodSpec pod, List<String> command, List<String> args, List<Gpu> gpus) {
        return new ContainerLaunch(
                pod,
                pod.containers().get(0),
                command,
                args,
                new TreeMap<>(Map.of("A", "1", "PATH", "/x")),
                Path.of("/app"),
                Path.of("log"),
                Path.of("hosts"),
                "10.77.0.2",
                new TreeMap<>(Map.of("/data", Path.of("/run/v"))),
                Set.of(),
                gpus,
                false);
    }

    private static List<String> run(EngineCommands commands, ContainerLaunch launch, String name) {
        return commands.run(launch, name, EngineEnvironment.of(launch.environment()), Path.of("/tmp/e"));
    }

    @Test
    @DisplayName("an engine holds a container to its memory limit (LOCAL-140)")
    void memoryIsLimited() {
        ContainerLaunch launch = launch(
                pod("[{name: main, image: img, resources: {limits: {memory: 200Mi}}}]"),
                List.of("x"),
                List.of(),
                List.of());

        assertThat(run(DOCKER, launch, "c")).containsSequence("--memory", "209715200b");
    }

    @Test
    @DisplayName(
            "variables reach a container by a file: none stands in a command line, none changes the engine's program (LOCAL-103)")
    void variablesComeFromAFile() {
        EngineEnvironment environment = EngineEnvironment.of(new TreeMap<>(Map.of(
                "A",
                "1",
                "PATH",
                "/x",
                "CONTAINERS_CONF",
                "/evil",
                "DOCKER_HOST",
                "tcp://evil",
                "KEY",
                "a\nb",
                "odd name",
                "v")));

        assertThat(environment.file()).isEqualTo("A=1\nCONTAINERS_CONF=/evil\nDOCKER_HOST=tcp://evil\nPATH=/x\n");
        assertThat(environment.inherited()).isEqualTo(Map.of("KEY", "a\nb", "odd name", "v"));
        ContainerLaunch launch = launch(pod("[{name: main, image: img}]"), List.of("x"), List.of(), List.of());
        assertThat(DOCKER.run(launch, "c", environment, Path.of("/tmp/e")))
                .containsSequence("--env-file", "/tmp/e", "--env", "KEY", "--env", "odd name")
                .noneMatch(word -> word.contains("evil") || word.contains("a\nb") || word.contains("/x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONTAINERS_CONF",
                "CONTAINERS_STORAGE_CONF",
                "CONTAINER_HOST",
                "DOCKER_CONFIG",
                "PATH",
                "LD_PRELOAD",
                "https_proxy"
            })
    void whatWouldChangeTheEnginesProgramIsNeverInherited(String name) {
        assertThatThrownBy(() -> EngineEnvironment.of(Map.of(name, "a\nb")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(name);
    }

    @Test
    @DisplayName("Podman is told to pass on nothing of this machine, whatever its configuration says (LOCAL-103)")
    void nothingOfThisMachineComesAlong() {
        PodSpec pod = pod("[{name: main, image: img}, {name: other, image: img}]");

        assertThat(run(PODMAN, launch(pod, List.of("x"), List.of(), List.of()), "c"))
                .contains("--env-host=false", "--http-proxy=false");
        assertThat(PODMAN.runSandbox(new PodSandbox(pod, "10.77.0.2")))
                .contains("--env-host=false", "--http-proxy=false");
    }

    @Test
    void aSingleContainerHasItsPodsNetworkNamesAndFolders() {
        PodSpec pod =
                pod("[{name: main, image: 'img:1', volumeMounts: [{name: v, mountPath: /data, readOnly: true}]}]");
        ContainerLaunch launch = launch(pod, List.of("torchrun", "--x"), List.of("train.py"), List.of());

        assertThat(run(DOCKER, launch, "c1"))
                .containsExactly(
                        ("/bin/docker run --rm --name c1 --label trainyard.run=r1 --network trainyard-r1 --ip 10.77.0.2"
                                        + " --hostname demo-node-0-0 --network-alias demo-node-0-0 --network-alias demo-node-0-0.demo"
                                        + " --network-alias demo-node-0-0.demo.team --network-alias demo-node-0-0.demo.team.svc"
                                        + " --network-alias demo-node-0-0.demo.team.svc.cluster.local --env-file /tmp/e"
                                        + " --volume /run/v:/data:ro --workdir /app --user 1000 --entrypoint torchrun img:1 --x train.py")
                                .split(" "));
    }

    @Test
    void withoutACommandTheEntrypointOfTheImageRuns() {
        assertThat(run(DOCKER, launch(pod("[{name: main, image: img}]"), List.of(), List.of("x"), List.of()), "c1"))
                .doesNotContain("--entrypoint")
                .endsWith("img", "x");
    }

    @Test
    void severalContainersShareTheNetworkOfAContainerThatDoesNothing() {
        PodSpec pod = pod("[{name: main, image: img}, {name: other, image: img2}]");

        assertThat(EngineCommands.needsSandbox(pod)).isTrue();
        assertThat(DOCKER.runSandbox(new PodSandbox(pod, "10.77.0.2")))
                .startsWith("/bin/docker", "run", "--detach", "--name", "trainyard-u1-sandbox")
                .containsSequence("--ip", "10.77.0.2")
                .endsWith("--entrypoint", "sleep", "img", "infinity");
        assertThat(run(DOCKER, launch(pod, List.of("x"), List.of(), List.of()), "c1"))
                .containsSequence("--network", "container:trainyard-u1-sandbox")
                .doesNotContain("--ip", "--hostname");
    }

    @Test
    void gpusAreGivenAsEachEngineWantsThem() {
        PodSpec pod = pod("[{name: main, image: img}]");
        List<Gpu> nvidia = List.of(new Gpu(Gpu.NVIDIA, "0"), new Gpu(Gpu.NVIDIA, "3"));

        assertThat(run(DOCKER, launch(pod, List.of("x"), List.of(), nvidia), "c"))
                .containsSequence("--gpus", "\"device=0,3\"");
        assertThat(run(PODMAN, launch(pod, List.of("x"), List.of(), nvidia), "c"))
                .containsSequence("--device", "nvidia.com/gpu=0", "--device", "nvidia.com/gpu=3");
        assertThat(run(DOCKER, launch(pod, List.of("x"), List.of(), List.of(new Gpu(Gpu.AMD, "1"))), "c"))
                .containsSequence("--device", "/dev/kfd", "--device", "/dev/dri", "--env", "HIP_VISIBLE_DEVICES=1");
    }
}
