package io.trainyard.local.kubelet.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** LOCAL-71. */
final class GpuListingTest {
    private static final String CARDS =
            """
            GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-11111111-aaaa)
            GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-22222222-bbbb)
            GPU 2: NVIDIA H100 80GB HBM3 (UUID: GPU-33333333-cccc)
            """;
    private static final String SLICED =
            """
            GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-11111111-aaaa)
              MIG 3g.20gb     Device  0: (UUID: MIG-aaaa-1)
              MIG 1g.5gb      Device  1: (UUID: MIG-aaaa-2)
            GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-22222222-bbbb)
            """;

    @Test
    void cardsAreKnownByTheirIndex() {
        assertThat(GpuListing.nvidia(CARDS, null))
                .containsExactly(new Gpu(Gpu.NVIDIA, "0"), new Gpu(Gpu.NVIDIA, "1"), new Gpu(Gpu.NVIDIA, "2"));
    }

    @Test
    void aCardThatIsCutIntoSlicesIsOfferedAsSlicesOnly() {
        assertThat(GpuListing.nvidia(SLICED, null))
                .containsExactly(
                        new Gpu("nvidia.com/mig-3g.20gb", "MIG-aaaa-1"),
                        new Gpu("nvidia.com/mig-1g.5gb", "MIG-aaaa-2"),
                        new Gpu(Gpu.NVIDIA, "1"));
    }

    @Test
    void aUserWhoWasGivenOnlySomeOffersOnlyThose() {
        assertThat(GpuListing.nvidia(CARDS, "2,GPU-11111111-aaaa"))
                .containsExactly(new Gpu(Gpu.NVIDIA, "2"), new Gpu(Gpu.NVIDIA, "0"));
        assertThat(GpuListing.nvidia(CARDS, "1,-1,2")).containsExactly(new Gpu(Gpu.NVIDIA, "1"));
        assertThat(GpuListing.nvidia(CARDS, "")).isEmpty();
    }

    @Test
    void textThatListsNothingIsNothing() {
        assertThat(GpuListing.nvidia("NVIDIA-SMI has failed because it couldn't communicate", null))
                .isEmpty();
        assertThat(GpuListing.amd("")).isEmpty();
    }

    @Test
    void cardsOfAmdAreCountedOnce() {
        assertThat(GpuListing.amd("GPU[0]\t\t: Device Name: x\nGPU[0]\t\t: GUID: 1\nGPU[1]\t\t: Device Name: x\n"))
                .containsExactly(new Gpu(Gpu.AMD, "0"), new Gpu(Gpu.AMD, "1"));
    }

    @Test
    void usersMayNameTheirGpus() {
        assertThat(Gpu.parse("3")).isEqualTo(new Gpu(Gpu.NVIDIA, "3"));
        assertThat(Gpu.parse("amd.com/gpu=1")).isEqualTo(new Gpu(Gpu.AMD, "1"));
        assertThat(Gpu.parse("nvidia.com/mig-1g.5gb=MIG-x")).isEqualTo(new Gpu("nvidia.com/mig-1g.5gb", "MIG-x"));
        assertThatThrownBy(() -> Gpu.parse("cpu=1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"cpu=1\"");
    }
}
