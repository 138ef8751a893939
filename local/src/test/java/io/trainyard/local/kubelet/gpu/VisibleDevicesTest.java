package io.trainyard.local.kubelet.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The variables that name GPUs (LOCAL-71)")
final class VisibleDevicesTest {
    @Test
    @DisplayName("name those that a container got; of GPUs that are not there nothing is said")
    void ofAContainer() {
        assertThat(VisibleDevices.of(List.of(Gpu.parse("0"), Gpu.parse("GPU-a"))))
                .isEqualTo(Map.of("CUDA_VISIBLE_DEVICES", "0,GPU-a"));
        assertThat(VisibleDevices.of(List.of(Gpu.parse("amd.com/gpu=1"))))
                .isEqualTo(Map.of("CUDA_VISIBLE_DEVICES", "1", "HIP_VISIBLE_DEVICES", "1"));
        assertThat(VisibleDevices.of(List.of(Gpu.parse(Gpu.fake(0))))).isEmpty();
        assertThat(VisibleDevices.of(List.of())).isEmpty();
    }

    @Test
    @DisplayName("are not set where no GPU is to be hidden, so that no program reads an empty value")
    void withoutGpus() {
        assertThat(VisibleDevices.ofOthers(false, Map.of())).isEmpty();
        assertThat(VisibleDevices.ofOthers(false, Map.of("CUDA_VISIBLE_DEVICES", "0")))
                .isEqualTo(Map.of("CUDA_VISIBLE_DEVICES", "0"));
    }

    @Test
    @DisplayName("hide the GPUs of the machine from containers that got none")
    void hidden() {
        assertThat(VisibleDevices.ofOthers(true, Map.of("CUDA_VISIBLE_DEVICES", "0")))
                .isEqualTo(Map.of("CUDA_VISIBLE_DEVICES", ""));
    }
}
