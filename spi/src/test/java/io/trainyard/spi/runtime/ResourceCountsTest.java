package io.trainyard.spi.runtime;

import static io.trainyard.spi.runtime.Views.asking;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceCountsTest {

    @ParameterizedTest(name = "request {0}, limit {1}: {2}")
    @CsvSource({
        ", , 0",
        "4, 8, 4",
        ", 8, 8",
        "0, 8, 8",
        "500m, , 1",
        "1500m, , 2",
        "1999m, , 2",
        "2000m, , 2",
        "2001m, , 3",
        "0.5, , 1",
        "0.1, , 1",
        "1e1, , 10",
        "2k, , 2000",
        "1, 0, 1",
        // Beyond an int, and below zero: never a number of its own.
        "2147483648, , 2147483647",
        "1e300, , 2147483647",
        "-5, 2, 2",
    })
    void processorsAreRoundedUpAndRequestsComeFirst(String request, String limit, int expected) {
        // MLP-22
        assertThat(ResourceCounts.processors(asking(cpu(request), cpu(limit)))).isEqualTo(expected);
    }

    private static Map<String, String> cpu(String quantity) {
        return quantity == null ? Map.of() : Map.of("cpu", quantity);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        // names with gpu, in any case, anywhere
        "nvidia.com/gpu, 2",
        "amd.com/gpu, 2",
        "example.com/vGPU, 2",
        "example.com/vgpu-number, 2",
        "gpu.intel.com/i915, 2",
        "gpu.intel.com/xe, 2",
        // further names of the default
        "habana.ai/gaudi, 2",
        "huawei.com/Ascend910, 2",
        "huawei.com/Ascend310P, 2",
        "aws.amazon.com/neuron, 2",
        "aws.amazon.com/neuroncore, 2",
        "aws.amazon.com/neurondevice, 2",
        "google.com/tpu, 2",
        "cambricon.com/mlu, 2",
        "cambricon.com/mlu370, 2",
        "hygon.com/dcu, 2",
        // parts of one device that are devices of their own
        "nvidia.com/mig-1g.5gb, 2",
        // shares of a device
        "example.com/gpu-mem, 0",
        "nvidia.com/gpumem, 0",
        "nvidia.com/gpumem-percentage, 0",
        "nvidia.com/gpucores, 0",
        "gpu.intel.com/millicores, 0",
        "gpu.intel.com/memory.max, 0",
        "huawei.com/Ascend910-memory, 0",
        "cambricon.com/mlu.smlu.vmemory, 0",
        "cambricon.com/mlu.smlu.vcore, 0",
        // network cards
        "vpc.amazonaws.com/efa, 0",
        "rdma/hca_shared_devices_a, 0",
        "nvidia.com/gpudirect-rdma, 0",
        "huawei.com/Ascend-roce, 0",
        // no accelerators
        "cpu, 0",
        "memory, 0",
        "example.com/npu, 0",
    })
    void resourcesThatCountAsAccelerators(String resource, int expected) {
        // MLP-21
        assertThat(ResourceCounts.accelerators(
                        asking(Map.of(resource, "2"), Map.of()), ResourceCounts.DEFAULT_ACCELERATORS))
                .isEqualTo(expected);
    }

    @Test
    void requestsComeFirstAndLimitsOnlyWhenThereAreNone() {
        // MLP-21
        Map<String, String> four = Map.of("nvidia.com/gpu", "4");
        Map<String, String> none = Map.of("nvidia.com/gpu", "0", "cpu", "8");

        assertThat(count(asking(Map.of("nvidia.com/gpu", "2"), four))).isEqualTo(2);
        assertThat(count(asking(none, four))).isEqualTo(4);
        assertThat(count(asking(Map.of(), four))).isEqualTo(4);
        assertThat(count(asking(Map.of(), Map.of()))).isZero();
    }

    @Test
    void acceleratorsOfSeveralKindsAddUpEachRoundedUp() {
        // MLP-21
        assertThat(count(asking(
                        Map.of("nvidia.com/gpu", "500m", "amd.com/gpu", "2", "nvidia.com/gpumem", "8"), Map.of())))
                .isEqualTo(3);
    }

    @Test
    void configuredNamesCountWhateverTheyAreCalled() {
        // MLP-21
        ContainerView container = asking(Map.of("example.com/neuroncore", "16"), Map.of());

        assertThat(ResourceCounts.accelerators(container, Set.of("example.com/neuroncore")))
                .isEqualTo(16);
        assertThat(count(container)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com/npu", "example.com/npu9"})
    void aStarAtTheEndOfAConfiguredNameStandsForAnyText(String resource) {
        // MLP-21
        ContainerView container = asking(Map.of(resource, "4"), Map.of());

        assertThat(ResourceCounts.accelerators(container, Set.of("example.com/npu*")))
                .isEqualTo(4);
        assertThat(ResourceCounts.accelerators(container, Set.of("example.com/n")))
                .isZero();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "example.com/npu, true",
        "example.com/unicorn, true",
        "panasonic.com/npu, true",
        "network.corp/npu, true",
        "example.com/processor, true",
        "default.example.com/device, true",
        // known accelerators
        "nvidia.com/gpu, false",
        "huawei.com/Ascend910, false",
        // of Kubernetes
        "cpu, false",
        "hugepages-2Mi, false",
        // network cards
        "vpc.amazonaws.com/efa, false",
        "vpc.amazonaws.com/pod-eni, false",
        "rdma/ib, false",
        "nvidia.com/hostdev, false",
        "nvidia.com/rdma_shared_device_a, false",
        "nvidia.com/ib_vf, false",
        "openshift.io/mlxnics, false",
        "intel.com/intel_sriov_netdevice, false",
        "networking.gke.io.networks/gvnic-1, false",
    })
    void extendedResourcesThatNobodyCounts(String resource, boolean told) {
        // MLP-27
        assertThat(ResourceCounts.uncountedDevices(
                        asking(Map.of(resource, "8"), Map.of(resource, "8")), ResourceCounts.DEFAULT_ACCELERATORS))
                .isEqualTo(told ? List.of(resource) : List.of());
        assertThat(ResourceCounts.uncountedDevices(asking(Map.of(resource, "0"), Map.of()), Set.of()))
                .isEmpty();
    }

    private static int count(ContainerView container) {
        return ResourceCounts.accelerators(container, ResourceCounts.DEFAULT_ACCELERATORS);
    }
}
