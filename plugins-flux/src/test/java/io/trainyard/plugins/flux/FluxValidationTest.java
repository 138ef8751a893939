package io.trainyard.plugins.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused and what is warned of, with the field and what would be right. */
final class FluxValidationTest {
    private static final String POD = "{containers: [{name: node, image: i, command: [lmp]}]}";

    @Test
    @DisplayName("an ordinary job gives no findings")
    void ordinary() {
        assertThat(FluxJobs.wave("{numNodes: 4, numProcPerNode: 2}").validation())
                .isEqualTo(Validation.OK);
    }

    @ParameterizedTest(name = "{0}: {1}, {2}")
    @DisplayName("is refused at admission, and not built where admission was bypassed")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "FLUX-43 | {numProcPerNode: auto} | {} | - | spec.trainer.numProcPerNode: Invalid value: \"auto\": must have an int value for a Flux TrainJob",
                "FLUX-43 | {numProcPerNode: '4'} | {} | - | spec.trainer.numProcPerNode: Invalid value: \"4\": must have an int value for a Flux TrainJob",
                "FLUX-43 | {numProcPerNode: 70000} | {} | - | spec.trainer.numProcPerNode: Invalid value: 70000: must be the number of tasks on one node, from 1 to 65536",
                "FLUX-02 | {} | {numProcPerNode: 0} | - | spec.runtimeRef: Invalid value: 0: mlPolicy.flux.numProcPerNode of the runtime must be from 1 to 65536",
                "FLUX-43 | {numNodes: 0} | {} | - | spec.trainer.numNodes: Invalid value: 0: must be greater than or equal to 1 for a Flux TrainJob",
                "FLUX-42, VAL-81 | {} | {} | {initContainers: [{name: flux-installer, image: i}], containers: [{name: node, image: i, command: [lmp]}]} | spec.runtimeRef: Invalid value: \"flux-installer\": InitContainer 'flux-installer' is reserved; rename that of the runtime",
                "FLUX-45 | {env: [{name: FLUX_NETWORK_DEVICE, value: 'eth0\"'}]} | {} | - | spec.trainer.env: Invalid value: \"eth0\"\": FLUX_NETWORK_DEVICE must be an interface such as eth0, of letters, digits and -_.:@",
                "FLUX-45 | {} | {} | {containers: [{name: node, image: i, command: [lmp], env: [{name: FLUX_QUEUE_POLICY, value: a b}]}]} | spec.runtimeRef: Invalid value: \"a b\": FLUX_QUEUE_POLICY must be a policy of the scheduler such as easy, of letters, digits and -_.:@"
            })
    void refused(String rule, String trainer, String policy, String pod, String message) {
        FluxJobs job = FluxJobs.wave(trainer).policy(policy).pod(pod.equals("-") ? POD : pod);

        assertThat(job.validation().errors())
                .as(rule)
                .extracting(FieldError::toString)
                .containsExactly(message);
        assertThatThrownBy(job::compiled)
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessage(message);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("FLUX-47: a warning says what will happen")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nothing to run | {} | {containers: [{name: node, image: i}]} | spec.runtimeRef: command of the trainer container: there is none, so the brokers wait for people to submit work, and the job does not end by itself; set spec.trainer.command, or spec.activeDeadlineSeconds",
                "launcher in a launcher | {numNodes: 2, command: [bash, -c, 'mpirun lmp']} | - | spec.trainer: flux run already starts the command 2 times, so there will be 2 times mpirun, each with a group of its own; name the program without mpirun",
                "nested | {command: [flux, run, lmp]} | - | spec.trainer: is itself started by flux run, so flux in it is nested; name the program alone",
                "TORCH-36 | {command: [lmp, $(FLUX_NODES)]} | - | spec.trainer: $(FLUX_NODES) will stay as it is, because nothing defines a variable of that name; write $$ for a plain dollar"
            })
    void warned(String what, String trainer, String pod, String message) {
        assertThat(FluxJobs.wave(trainer).pod(pod.equals("-") ? POD : pod).validation())
                .as(what)
                .isEqualTo(new Validation(List.of(), List.of(message)));
    }

    @Test
    @DisplayName("MLP-19, FLUX-47: brokers that may not find each other are told of where there are several")
    void readiness() {
        String network = "{publishNotReadyAddresses: false}";

        assertThat(FluxJobs.wave("{numNodes: 2}").network(network).validation())
                .isEqualTo(new Validation(
                        List.of(),
                        List.of("spec.runtimeRef: template.spec.network.publishNotReadyAddresses of the runtime is"
                                + " false, so nodes may not find each other when they start")));
        assertThat(FluxJobs.wave("{numNodes: 1}").network(network).validation()).isEqualTo(Validation.OK);
    }

    @Test
    @DisplayName(
            "FLUX-47, MLP-25: a launcher in a launcher is told by an event, too, since many clients show no warnings")
    void event() {
        assertThat(FluxJobs.wave("{numNodes: 2, command: [mpirun, lmp]}")
                        .compiled()
                        .warnings())
                .extracting(warning -> warning.reason() + ": " + warning.message())
                .containsExactly(
                        "LauncherMismatch: spec.trainer: flux run already starts the command 2 times, so there will be 2 times"
                                + " mpirun, each with a group of its own; name the program without mpirun");
    }

    @ParameterizedTest
    @DisplayName("FLUX-47: nothing is said of what does not start tasks, and of brokers that have something to run")
    @ValueSource(
            strings = {
                "{command: [bash, -c, 'flux getattr size; flux --verbose resource list; lmp']}",
                "{command: [lmp, $(OTHER)]}",
                "{numNodes: 2, command: [python3, train.py]}"
            })
    void notWarned(String trainer) {
        assertThat(FluxJobs.wave(trainer).validation()).isEqualTo(Validation.OK);
    }

    @Test
    @DisplayName("one task may start ranks of its own")
    void oneTask() {
        assertThat(FluxJobs.wave("{command: [mpirun, lmp]}").validation()).isEqualTo(Validation.OK);
    }

    @Test
    @DisplayName("a configuration that makes no sense keeps the plugin from starting, and names every mistake")
    void configuration() {
        assertThatThrownBy(() -> new FluxPlugin().configure(Map.of("clusterDomain", "a b", "port", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "configuration of plugin flux: port: unknown; known is clusterDomain; clusterDomain: must be"
                                + " a domain name such as cluster.local, not a b");
    }
}
