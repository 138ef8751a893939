package io.trainyard.local.kubelet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.process.PodSandbox;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

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
                gpus);
    }

    @Test
    void aSingleContainerHasItsPodsNetworkNamesAndFolders() {
        PodSpec pod =
                pod("[{name: main, image: 'img:1', volumeMounts: [{name: v, mountPath: /data, readOnly: true}]}]");
        ContainerLaunch launch = launch(pod, List.of("torchrun", "--x"), List.of("train.py"), List.of());

        assertThat(DOCKER.run(launch, "c1"))
                .containsExactly(
                        ("/bin/docker run --rm --name c1 --label trainyard.run=r1 --network trainyard-r1 --ip 10.77.0.2"
                                        + " --hostname demo-node-0-0 --network-alias demo-node-0-0 --network-alias demo-node-0-0.demo"
                                        + " --network-alias demo-node-0-0.demo.team --network-alias demo-node-0-0.demo.team.svc"
                                        + " --network-alias demo-node-0-0.demo.team.svc.cluster.local --env A --env PATH=/x"
                                        + " --volume /run/v:/data:ro --workdir /app --user 1000 --entrypoint torchrun img:1 --x train.py")
                                .split(" "));
        assertThat(EngineCommands.environmentOf(launch)).containsOnly(Map.entry("A", "1"));
    }

    @Test
    void withoutACommandTheEntrypointOfTheImageRuns() {
        assertThat(DOCKER.run(launch(pod("[{name: main, image: img}]"), List.of(), List.of("x"), List.of()), "c1"))
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
        assertThat(DOCKER.run(launch(pod, List.of("x"), List.of(), List.of()), "c1"))
                .containsSequence("--network", "container:trainyard-u1-sandbox")
                .doesNotContain("--ip", "--hostname");
    }

    @Test
    void gpusAreGivenAsEachEngineWantsThem() {
        PodSpec pod = pod("[{name: main, image: img}]");
        List<Gpu> nvidia = List.of(new Gpu(Gpu.NVIDIA, "0"), new Gpu(Gpu.NVIDIA, "3"));

        assertThat(DOCKER.run(launch(pod, List.of("x"), List.of(), nvidia), "c"))
                .containsSequence("--gpus", "\"device=0,3\"");
        assertThat(PODMAN.run(launch(pod, List.of("x"), List.of(), nvidia), "c"))
                .containsSequence("--device", "nvidia.com/gpu=0", "--device", "nvidia.com/gpu=3");
        assertThat(DOCKER.run(launch(pod, List.of("x"), List.of(), List.of(new Gpu(Gpu.AMD, "1"))), "c"))
                .containsSequence("--device", "/dev/kfd", "--device", "/dev/dri", "--env", "HIP_VISIBLE_DEVICES=1");
    }
}
