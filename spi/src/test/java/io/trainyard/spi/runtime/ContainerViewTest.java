package io.trainyard.spi.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContainerViewTest {

    @ParameterizedTest(name = "{0}/{1} and 29500: {2} ports")
    @CsvSource({"29500, , 1", "29500, TCP, 1", "29500, UDP, 2", "8080, , 2", "8080, TCP, 2"})
    void aPortIsAddedUnlessItsNumberAndProtocolAreThere(int number, String protocol, int expected) {
        // MLP-15
        ContainerView container = Views.container(List.of(port(null, number, protocol)), List.of());
        container.addPort(29500);

        assertThat(container.ports()).hasSize(expected);
        assertThat(container.ports().get(0)).isEqualTo(port(null, number, protocol));
    }

    @Test
    void unnamedPortsAreNotTakenForEachOther() {
        // MLP-15
        ContainerView container = Views.container(List.of(port(null, 8080, null), port(null, 9090, null)), List.of());
        container.addPort(29500);

        assertThat(container.ports())
                .extracting(ContainerPort::getContainerPort)
                .containsExactly(8080, 9090, 29500);
        assertThat(container.ports().get(2)).isEqualTo(port(null, 29500, null));
    }

    @Test
    void aPortOfThatNumberKeepsItsName() {
        // MLP-15
        ContainerView container = Views.container(List.of(port("rdzv", 29500, "TCP")), List.of());
        container.addPort(29500);

        assertThat(container.ports()).containsExactly(port("rdzv", 29500, "TCP"));
        assertThat(container.changes().addedPorts()).isEmpty();
    }

    @Test
    void addingAPortTwiceAddsItOnce() {
        ContainerView container = Views.container(List.of(), List.of());
        container.addPort(29500);
        container.addPort(29500);

        assertThat(container.changes().addedPorts()).containsExactly(port(null, 29500, null));
    }

    @Test
    void aMountReplacesTheOneAtItsPathAndElseIsAppended() {
        // PIPE-48: by path, not by name of the volume
        ContainerView container = Views.container(List.of(), List.of(mount("a", "/a"), mount("b", "/b")));
        container.upsertVolumeMount(mount("other", "/a"));
        container.upsertVolumeMount(mount("b", "/c"));

        assertThat(container.volumeMounts()).containsExactly(mount("other", "/a"), mount("b", "/b"), mount("b", "/c"));
        assertThat(container.changes().volumeMounts()).containsExactly(mount("other", "/a"), mount("b", "/c"));
    }

    @Test
    void changesOfAPluginAreSeenAndRemembered() {
        ContainerView container = Views.container(List.of(), List.of());
        assertThat(container.changes())
                .isEqualTo(new ContainerView.Changes(
                        Optional.empty(), Optional.empty(), Optional.empty(), List.of(), List.of()));
        container.setImage("example/other:2");
        container.setCommand(List.of("tune", "run"));
        container.setArgs(List.of("epochs=1"));

        assertThat(container.image()).contains("example/other:2");
        assertThat(container.command()).containsExactly("tune", "run");
        assertThat(container.args()).containsExactly("epochs=1");
        assertThat(container.changes())
                .isEqualTo(new ContainerView.Changes(
                        Optional.of("example/other:2"),
                        Optional.of(List.of("tune", "run")),
                        Optional.of(List.of("epochs=1")),
                        List.of(),
                        List.of()));
    }

    @Test
    void whatIsAbsentReadsAsEmpty() {
        ContainerView container = new ContainerView(new Freezable(), ContainerDefinition.named("node"));

        assertThat(container.image()).isEmpty();
        assertThat(container.command()).isEmpty();
        assertThat(container.args()).isEmpty();
        assertThat(container.ports()).isEmpty();
        assertThat(container.volumeMounts()).isEmpty();
        assertThat(container.requests()).isEmpty();
        assertThat(container.limits()).isEmpty();
        assertThat(container.environment().merged()).isEmpty();
    }

    private static ContainerPort port(String name, int number, String protocol) {
        ContainerPort port = new ContainerPort();
        port.setName(name);
        port.setContainerPort(number);
        port.setProtocol(protocol);
        return port;
    }

    private static VolumeMount mount(String volume, String path) {
        VolumeMount mount = new VolumeMount();
        mount.setName(volume);
        mount.setMountPath(path);
        return mount;
    }
}
