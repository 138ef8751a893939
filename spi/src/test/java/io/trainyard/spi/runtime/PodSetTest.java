package io.trainyard.spi.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PodSetTest {

    @Test
    void endpointsRunThroughReplicasFirstThenPods() {
        // JOBSET-10
        assertThat(Views.podSet(2, 3).endpoints())
                .containsExactly(
                        "mnist-node-0-0.ring",
                        "mnist-node-0-1.ring",
                        "mnist-node-0-2.ring",
                        "mnist-node-1-0.ring",
                        "mnist-node-1-1.ring",
                        "mnist-node-1-2.ring");
    }

    @Test
    void endpointsFollowTheCountAtTheTimeOfTheCall() {
        // JOBSET-10
        PodSet podSet = Views.podSet(1, 1);
        List<String> before = podSet.endpoints();
        podSet.setCount(2);

        assertThat(before).containsExactly("mnist-node-0-0.ring");
        assertThat(podSet.endpoints()).containsExactly("mnist-node-0-0.ring", "mnist-node-0-1.ring");
    }

    @Test
    void enoughPodsAreNeverMoreThanThereAreNorNone() {
        // GANG-21
        PodSet podSet = Views.podSet(1, 4);
        assertThat(podSet.minCount()).isEqualTo(4);
        podSet.setMinCount(2);
        assertThat(podSet.minCount()).isEqualTo(2);
        podSet.setMinCount(9);
        assertThat(podSet.minCount()).isEqualTo(4);
        podSet.setMinCount(0);
        assertThat(podSet.minCount()).isEqualTo(1);
    }

    @Test
    void noPodsMeanNoEndpoints() {
        // MLP-08
        assertThat(Views.podSet(1, 0).endpoints()).isEmpty();
        assertThat(Views.podSet(0, 3).endpoints()).isEmpty();
    }

    @Test
    void endpointsAreMadeOnlyWhenAskedFor() {
        // JOBSET-10: lazily, because there may be thousands
        List<String> endpoints = Views.podSet(1, Integer.MAX_VALUE).endpoints();

        assertThat(endpoints.get(1_000_000_000)).isEqualTo("mnist-node-0-1000000000.ring");
    }

    @Test
    void thereIsNoEndpointOutsideTheRange() {
        List<String> endpoints = Views.podSet(1, 2).endpoints();

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> endpoints.get(2));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> endpoints.get(-1));
    }

    @Test
    void aCountMayBeZeroButNotNegative() {
        // MLP-08
        PodSet podSet = Views.podSet(1, 2);
        podSet.setCount(0);

        assertThat(podSet.count()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> podSet.setCount(-1))
                .withMessageContaining("node");
    }

    @Test
    void remembersWhetherAPluginDecidedTheCount() {
        // JOBSET-07, MPI-26: also where the decision happens to be what the view began with, since completions may say
        // otherwise
        PodSet podSet = Views.podSet(1, 2);
        assertThat(podSet.isCountChanged()).isFalse();
        podSet.setCount(2);
        assertThat(podSet.isCountChanged()).isTrue();
    }

    @Test
    void aDomainIsLookedUpOnceHoweverOftenItIsAdded() {
        // MPI-79
        PodSet podSet = Views.podSet(1, 2);
        podSet.addDnsSearch("a.example");
        podSet.addDnsSearch("b.example");
        podSet.addDnsSearch("a.example");

        assertThat(podSet.dnsSearches()).containsExactly("a.example", "b.example");
    }

    @Test
    void aHostNameIsTheHostWithoutItsDomain() {
        // MPI-76
        PodSet podSet = Views.podSet(1, 2);

        assertThat(podSet.host(0, 1)).isEqualTo(podSet.hostName(0, 1) + "." + podSet.subdomain());
    }

    @Test
    void aRegularContainerIsFoundBeforeAnInitContainerOfItsName() {
        // PIPE-21
        PodSet podSet = Views.podSet(1, 1);

        assertThat(podSet.containerOrInitContainer("both"))
                .contains(podSet.containers().get(1));
        assertThat(podSet.containerOrInitContainer("prepare"))
                .contains(podSet.initContainers().get(1));
        assertThat(podSet.container("prepare")).isEmpty();
        assertThat(podSet.containerOrInitContainer("absent")).isEmpty();
        assertThat(podSet.trainerContainer()).contains(podSet.containers().get(0));
    }

    @Test
    void anAddedInitContainerComesLast() {
        // PIPE-50
        PodSet podSet = Views.podSet(1, 1);
        ContainerView added = podSet.addInitContainer("keys");

        assertThat(podSet.initContainers()).hasSize(3).endsWith(added);
        assertThat(added.name()).isEqualTo("keys");
    }

    @Test
    void aVolumeReplacesTheOneOfItsNameAndElseIsAppended() {
        // PIPE-48
        PodSet podSet = Views.podSet(1, 1);
        podSet.upsertVolume(volume("a"));
        podSet.upsertVolume(volume("b"));
        podSet.upsertVolume(volume("a"));

        assertThat(podSet.volumes()).extracting(Volume::getName).containsExactly("a", "b");
        assertThat(podSet.changedVolumes()).hasSize(2);
    }

    @Test
    void whatASchedulerWantsIsKept() {
        PodSet podSet = Views.podSet(1, 1);
        assertThat(podSet.schedulerName()).isEmpty();
        podSet.putPodLabel("group", "mnist");
        podSet.putPodAnnotation("queue", "research");
        podSet.setSchedulerName("volcano");

        assertThat(podSet.podLabels()).containsEntry("group", "mnist");
        assertThat(podSet.podAnnotations()).containsEntry("queue", "research");
        assertThat(podSet.schedulerName()).contains("volcano");
    }

    private static Volume volume(String name) {
        Volume volume = new Volume();
        volume.setName(name);
        return volume;
    }
}
