package io.trainyard.plugins.flux;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of pods, and what is made beside them. */
final class FluxEnforcementTest {
    @Test
    @DisplayName(
            "the worked example: pods, Secret and ConfigMap are those of golden/wave.yaml (FLUX-01 to FLUX-37, SSH-07)")
    void theWorkedExample() throws Exception {
        CompiledJob compiled = FluxJobs.wave("{numNodes: 4, numProcPerNode: 2, command: [lmp, -in, my data]}")
                .compiled();
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("node", FluxJobs.job(compiled));
        made.put("secret", FluxJobs.tree(FluxJobs.certificate(compiled)));
        made.put("scripts", FluxJobs.tree(FluxJobs.scripts(compiled)));
        Path golden = Path.of("src/test/resources/golden/wave.yaml");
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, FluxJobs.YAML.writeValueAsString(made));
        }

        assertThat(FluxJobs.YAML.readTree(FluxJobs.YAML.writeValueAsString(made)))
                .isEqualTo(FluxJobs.YAML.readTree(golden.toFile()));
    }

    @ParameterizedTest(name = "TrainJob {0}, pod {1}")
    @DisplayName("FLUX-13: words stay words, and arguments of the runtime belong to its own command")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | lmp;-in;data",
                "{command: [python, -c, 'a b']} | python;-c;a b",
                "{args: [-v]} | lmp;-v",
                "{command: [python], args: [a b, '']} | python;a b;"
            })
    void words(String trainer, String words) {
        Map<String, Object> container =
                FluxJobs.container(FluxJobs.wave(trainer).compiled());
        List<Object> command = Tree.list(container, "command");

        assertThat(command.subList(0, 2)).isEqualTo(List.of("/bin/bash", "/etc/flux-config/entrypoint.sh"));
        assertThat(command.subList(2, command.size())).isEqualTo(List.of(words.split(";", -1)));
        assertThat(container).doesNotContainKey("args");
    }

    @Test
    @DisplayName("FLUX-14: enforcing twice wraps once and installs once, and the TrainJob is left alone")
    void twice() {
        FluxJobs wave = FluxJobs.wave("{numNodes: 2, command: [lmp]}");
        RuntimeInfo once = wave.merged();
        RuntimeInfo twice = wave.merged();
        FluxPlugin plugin = new FluxPlugin();
        plugin.enforceMLPolicy(wave.trainJob(), once);
        plugin.enforceMLPolicy(wave.trainJob(), twice);
        plugin.enforceMLPolicy(wave.trainJob(), twice);

        assertThat(twice.trainerContainer().orElseThrow().command())
                .isEqualTo(once.trainerContainer().orElseThrow().command())
                .hasSize(3);
        assertThat(twice.podSet("node").orElseThrow().initContainers()).hasSize(1);
    }

    @Test
    @DisplayName("FLUX-02, FLUX-04, MLP-13: without numbers there is one node with one task")
    void withoutTrainer() {
        CompiledJob compiled = FluxJobs.wave("null").compiled();

        assertThat(Tree.at(FluxJobs.job(compiled), "template", "spec", "parallelism"))
                .isEqualTo(1);
        assertThat(FluxJobs.script(compiled, "entrypoint.sh"))
                .contains("flags=(-N 1 -n 1)\n", "cores='0'\n", "hosts='wave-node-0-[0]'\n");
    }

    @ParameterizedTest(name = "{0} GPUs, {1} tasks: {2}")
    @DisplayName(
            "FLUX-32, FLUX-36: GPUs are counted by task; where they do not come out even, nodes are given as a whole")
    @CsvSource({"0, 2, -N 3 -n 6", "8, 8, -N 3 -n 24 -g 1", "8, 2, -N 3 -n 6 -g 4", "1, 2, -N 3 -n 6 --exclusive"})
    void gpus(int gpus, int tasks, String flags) {
        String script = FluxJobs.script(
                FluxJobs.wave("{numNodes: 3, numProcPerNode: " + tasks
                                + ", resourcesPerNode: {limits: {nvidia.com/gpu: " + gpus + "}}}")
                        .compiled(),
                "entrypoint.sh");

        assertThat(script).contains("flags=(" + flags + ")\n");
        assertThat(script)
                .contains(gpus == 0 ? "gpus=()\n" : "gpus=(--gpus=" + (gpus == 1 ? "0" : "0-" + (gpus - 1)) + ")\n");
    }

    @Test
    @DisplayName(
            "FLUX-06 to FLUX-08: settings are variables, the user's before the runtime's before the defaults; the container has them, too")
    void settings() {
        FluxJobs runtime = FluxJobs.wave("{env: [{name: FLUX_QUEUE_POLICY, value: easy}]}")
                .pod("{containers: [{name: node, image: lammps, env: [{name: FLUX_QUEUE_POLICY, value: conservative},"
                        + " {name: FLUX_VIEW_IMAGE, value: view:rocky}]}]}");
        CompiledJob compiled = runtime.compiled();

        assertThat(FluxJobs.script(compiled, "init.sh"))
                .contains("queue-policy = \"easy\"", "default_bind = \"tcp://eth0:%p\"");
        assertThat(Tree.objects(FluxJobs.podSpec(compiled), "initContainers"))
                .extracting(container -> container.get("image"))
                .containsExactly("view:rocky");
        assertThat(Tree.list(FluxJobs.container(compiled), "env"))
                .contains(Map.of("name", "FLUX_QUEUE_POLICY", "value", "easy"));
    }

    @ParameterizedTest(name = "mounted at {0}")
    @DisplayName("FLUX-46: a volume of the runtime with the name of that of shared memory stays what it is")
    @CsvSource({"/dev/shm, shared-memory", "/scratch, shared-memory-2"})
    void sharedMemoryOfTheRuntime(String path, String shown) {
        String volume = "{name: shared-memory, emptyDir: {medium: Memory, sizeLimit: 8Gi}}";
        CompiledJob compiled = FluxJobs.wave("{command: [lmp]}")
                .pod("{containers: [{name: node, image: lammps, volumeMounts: [{name: shared-memory, mountPath: " + path
                        + "}]}], volumes: [" + volume + "]}")
                .compiled();

        assertThat(Tree.objects(FluxJobs.podSpec(compiled), "volumes"))
                .filteredOn(found -> Tree.text(found, "name").equals("shared-memory"))
                .singleElement()
                .satisfies(found -> assertThat(String.valueOf(found)).contains("sizeLimit=8Gi"));
        assertThat(Tree.objects(FluxJobs.container(compiled), "volumeMounts"))
                .filteredOn(mount -> Tree.text(mount, "mountPath").equals("/dev/shm"))
                .extracting(mount -> mount.get("name"))
                .containsExactly(shown);
        assertThat(compiled.warnings()).isEmpty();
    }

    @Test
    @DisplayName("FLUX-10: a long name makes a long ConfigMap, but no volume of that name")
    void longName() {
        CompiledJob compiled = FluxJobs.wave("{}")
                .named("a".repeat(48))
                .pod("{containers: [{name: node, image: i}]}")
                .compiled();

        assertThat(FluxJobs.scripts(compiled).getMetadata().getName()).isEqualTo("a".repeat(48) + "-flux-entrypoint");
        assertThat(Tree.objects(FluxJobs.podSpec(compiled), "volumes"))
                .extracting(volume -> volume.get("name"))
                .containsExactly("spack-install", "flux-install", "flux-entrypoint", "shared-memory", "flux-curve");
    }

    @Test
    @DisplayName("FLUX-46: shared memory of the runtime stays")
    void ownSharedMemory() {
        CompiledJob compiled = FluxJobs.wave("{}")
                .pod("{containers: [{name: node, image: i, volumeMounts: [{name: big, mountPath: /dev/shm}]}], volumes:"
                        + " [{name: big, emptyDir: {medium: Memory, sizeLimit: 8Gi}}]}")
                .compiled();

        assertThat(Tree.objects(FluxJobs.podSpec(compiled), "volumes"))
                .extracting(volume -> volume.get("name"))
                .contains("big")
                .doesNotContain("shared-memory");
        assertThat(Tree.objects(FluxJobs.container(compiled), "volumeMounts"))
                .filteredOn(mount -> "/dev/shm".equals(mount.get("mountPath")))
                .extracting(mount -> mount.get("name"))
                .containsExactly("big");
    }

    @Test
    @DisplayName("FLUX-25: brokers find each other under the domain that the operator configures")
    void clusterDomain() {
        FluxPlugin plugin = new FluxPlugin();
        plugin.configure(Map.of("clusterDomain", "corp.example"));

        assertThat(FluxJobs.script(FluxJobs.wave("{numNodes: 2}").compiled(plugin), "init.sh"))
                .contains("default_connect = \"tcp://%h.wave.lab.svc.corp.example:%p\"");
    }

    @Test
    @DisplayName("FLUX-38, FLUX-41: the Secret gets random keys when it is created, and never when it is only shown")
    void keysAreMadeAtCreation() {
        CompiledJob compiled = FluxJobs.wave("{}").compiled();
        Component secret = compiled.components()
                .filter(component -> component.object() instanceof Secret)
                .findFirst()
                .orElseThrow();

        assertThat(secret.updatePolicy()).isEqualTo(Component.UpdatePolicy.NEVER);
        assertThat(certificate((Secret) secret.object())).isEqualTo("made when the Secret is created");
        assertThat(certificate(complete(secret)))
                .contains("name = \"wave\"", "secret-key")
                .isNotEqualTo(certificate(complete(secret)));
        assertThat(secret.creation().orElseThrow().replacement().message())
                .startsWith("Secret wave-flux-curve had disappeared and was made again with new keys.");
    }

    private static Secret complete(Component secret) {
        HasMetadata completed = secret.creation()
                .orElseThrow()
                .content()
                .complete(secret.object())
                .await()
                .indefinitely();
        return (Secret) completed;
    }

    private static String certificate(Secret secret) {
        return new String(Base64.getDecoder().decode(secret.getData().get("curve.cert")), StandardCharsets.US_ASCII);
    }
}
