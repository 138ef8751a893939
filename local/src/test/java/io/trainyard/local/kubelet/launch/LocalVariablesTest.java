package io.trainyard.local.kubelet.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.kubelet.gpu.Gpu;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class LocalVariablesTest {
    private static final List<Gpu> TWO_FAKES = List.of(Gpu.parse(Gpu.fake(0)), Gpu.parse(Gpu.fake(1)));

    private static Map<String, String> torch(String processes, List<Gpu> gpus) {
        return LocalVariables.ofTorch(Map.of("PET_NNODES", "1", "PET_NPROC_PER_NODE", processes), "127.77.0.1", gpus);
    }

    @Test
    @DisplayName("LOCAL-71a: for GPUs that are not there torch starts as many processes as it would for real ones")
    void fakesAreCounted() {
        assertThat(LocalVariables.countOfFakeGpus(torch("gpu", TWO_FAKES))).contains("2");
        assertThat(LocalVariables.countOfFakeGpus(torch("auto", TWO_FAKES))).contains("2");
    }

    @Test
    @DisplayName("LOCAL-71a: a number that the user has set stays, and so does what torch counts itself")
    void numbersStay() {
        assertThat(LocalVariables.countOfFakeGpus(torch("4", TWO_FAKES))).isEmpty();
        assertThat(LocalVariables.countOfFakeGpus(torch("gpu", List.of(Gpu.parse("0")))))
                .isEmpty();
    }

    @Test
    @DisplayName(
            "LOCAL-70: nodes of torch get the two variables without which torchrun 1.13 does not start on Python 3.11")
    void torchrunOfOldStarts() {
        assertThat(torch("1", List.of())).containsEntry("PET_REDIRECTS", "9:1").containsEntry("PET_TEE", "9:1");
        assertThat(LocalVariables.ofTorch(Map.of("JAX_PROCESS_ID", "0"), "127.77.0.1", List.of()))
                .isEmpty();
    }
}
