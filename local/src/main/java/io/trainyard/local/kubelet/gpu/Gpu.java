package io.trainyard.local.kubelet.gpu;

/**
 * A GPU of this machine, or a slice of one.
 *
 * @param resource what containers ask for to get it, such as {@code nvidia.com/gpu} or {@code nvidia.com/mig-1g.5gb}
 * @param id as CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES take it: an index or a UUID
 */
public record Gpu(String resource, String id) {
    public static final String NVIDIA = "nvidia.com/gpu";
    public static final String AMD = "amd.com/gpu";
    private static final String SLICE = "nvidia.com/mig-";
    private static final String FAKE = "fake-";

    /**
     * Reads what a user writes: {@code 0}, {@code GPU-…} or {@code MIG-…} for one of NVIDIA, {@code amd.com/gpu=0} or
     * {@code nvidia.com/mig-1g.5gb=MIG-…} for one that containers ask for by another name.
     *
     * @throws IllegalArgumentException when nothing is left of it, or the name is none that we know
     */
    public static Gpu parse(String text) {
        int equals = text.indexOf('=');
        String resource = equals < 0 ? NVIDIA : text.substring(0, equals).strip();
        String id = text.substring(equals + 1).strip();
        if (id.isEmpty() || !isGpu(resource)) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no GPU; write an index such as 0, a UUID such as GPU-… or MIG-…,"
                            + " or name the resource before it: amd.com/gpu=0, nvidia.com/mig-1g.5gb=MIG-…");
        }
        return new Gpu(resource, id);
    }

    /** Whether a resource that a container asks for is a kind of GPU. */
    public static boolean isGpu(String resource) {
        return resource.equals(NVIDIA) || resource.equals(AMD) || resource.startsWith(SLICE);
    }

    /** The name of one that is not there, but counts when pods are placed and processes counted; programs do not see it. */
    public static String fake(int number) {
        return FAKE + number;
    }

    public boolean isFake() {
        return id.startsWith(FAKE);
    }

    public boolean isAmd() {
        return resource.equals(AMD);
    }

    boolean isSlice() {
        return resource.startsWith(SLICE);
    }

    /** Whether it may serve a container that asks for this; where there are only slices, each counts as a GPU. */
    boolean serves(String wanted, boolean onlySlices) {
        return resource.equals(wanted) || (onlySlices && isSlice() && wanted.equals(NVIDIA));
    }
}
