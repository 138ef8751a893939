package io.trainyard.plugins.torch;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.runtime.RuntimeInfo;

/** Tells users of runtimes without a framework that a process count does nothing there. */
final class NoFrameworkWarning {
    private NoFrameworkWarning() {}

    /** At most one warning; nothing when some framework is selected, whose plugin then validates the field. */
    static Validation validate(RuntimeInfo info) {
        MLPolicy policy = info.policy().mlPolicy();
        boolean plain = policy == null || !policy.hasFramework();
        if (!plain || info.trainer().numProcPerNode() == null) {
            return Validation.OK;
        }
        return Validation.builder()
                .warning(TorchPreconditions.PROCESSES
                        + ": has no effect, because the runtime selects no framework in mlPolicy, such as torch: {}")
                .build();
    }
}
