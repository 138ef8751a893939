package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.replicatedJob;
import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static io.trainyard.core.fixture.Manifests.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.PodSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("what plugins put in place of what the author of a runtime wrote (PIPE-48)")
final class ReplacementsTest {
    private static final TrainJob BERT = trainJob("bert", "runtimeRef: {name: plain}");

    @Test
    void aVolumeOfTheSameNameThatShowsNowhereElseIsReplacedWithAWarning() {
        CompiledJob compiled = compile("[{name: keys, mountPath: /keys}]", "{name: keys, secret: {secretName: mine}}");

        assertThat(Tree.objects(PodTrees.podSpec(replicatedJob(written(compiled.jobSet()), "node")), "volumes"))
                .containsExactly(tree("{name: keys, secret: {secretName: bert-keys}}"));
        assertThat(warnings(compiled))
                .containsExactly(
                        "replicated job node: its volume keys is replaced by one that a plugin adds under the same"
                                + " name; give it another name to keep it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                                  | {name: other, emptyDir: {}}",
                "[{name: keys, mountPath: /keys/}]   | {name: keys, secret: {secretName: bert-keys, defaultMode: 420}}",
                "[{name: keys, mountPath: /else}]    | {name: keys, secret: {secretName: bert-keys}}"
            })
    void whatShowsTheSameIsNotWorthAWord(String mounts, String volume) {
        assertThat(warnings(compile(mounts, volume))).isEmpty();
    }

    @Test
    void aVolumeThatItsAuthorMountedElsewhereIsRefused() {
        assertThatThrownBy(() -> compile("[{name: keys, mountPath: /data}]", "{name: keys, emptyDir: {}}"))
                .hasRootCauseMessage(
                        "spec.runtimeRef: volume keys of replicated job node has the name of one that a plugin adds,"
                                + " which container node would see at /data in its place; give the volume of the runtime another"
                                + " name");
    }

    @Test
    void whatExistsGoesOn() {
        assertThatCode(() -> compilation()
                        .withLive(compile("[]", "{name: other, emptyDir: {}}").jobSet())
                        .compile(BERT, spec("[{name: keys, mountPath: /data}]", "{name: keys, emptyDir: {}}")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/keys", "/keys/"})
    void anotherVolumeAtThePathOfAPluginIsReplacedWithAWarning(String path) {
        CompiledJob compiled = compile("[{name: other, mountPath: " + path + "}]", "{name: other, emptyDir: {}}");

        assertThat(Tree.objects(
                        PodTrees.containers(replicatedJob(written(compiled.jobSet()), "node"))
                                .get(0),
                        "volumeMounts"))
                .containsExactly(tree("{name: keys, mountPath: /keys}"));
        assertThat(warnings(compiled))
                .containsExactly(
                        "container node of node: volume keys is mounted at /keys in place of volume other; mount"
                                + " that elsewhere to keep it");
    }

    @Test
    @DisplayName("a variable of the runtime that a plugin keeps for itself is warned about, unless it says the same")
    void variables() {
        String runtime = runtime(
                job(
                        "node",
                        "trainer",
                        "{containers: [{name: node, image: i, env: [{name: A, value: '1'}, {name: B, value: '2'}, {name: C, value: '3'}]}]}"));
        CompiledJob compiled = new Compilation()
                .with(info -> {
                    Environment environment =
                            info.trainerContainer().orElseThrow().environment();
                    environment.declare("A", "plugin", Environment.Precedence.RESERVED);
                    environment.declare("B", "2", Environment.Precedence.RESERVED);
                    environment.declare("C", "plugin", Environment.Precedence.SET_IF_ABSENT);
                })
                .compile(BERT, runtime);

        assertThat(warnings(compiled)).containsExactly("container node of node keeps the controller's values of A");
    }

    private static CompiledJob compile(String mounts, String volume) {
        return compilation().compile(BERT, spec(mounts, volume));
    }

    private static String spec(String mounts, String volume) {
        return runtime(job(
                "node",
                "trainer",
                "{containers: [{name: node, image: i, volumeMounts: %s}], volumes: [%s]}".formatted(mounts, volume)));
    }

    /** With a plugin that mounts a Secret as the volume {@code keys} at {@code /keys}. */
    private static Compilation compilation() {
        return new Compilation().with(info -> {
            PodSet node = info.podSet("node").orElseThrow();
            node.upsertVolume(new VolumeBuilder()
                    .withName("keys")
                    .withNewSecret()
                    .withSecretName("bert-keys")
                    .endSecret()
                    .build());
            node.trainerContainer()
                    .orElseThrow()
                    .upsertVolumeMount(new VolumeMountBuilder()
                            .withName("keys")
                            .withMountPath("/keys")
                            .build());
        });
    }

    private static List<String> warnings(CompiledJob compiled) {
        return compiled.warnings().stream().map(CompiledJob.Warning::message).toList();
    }
}
