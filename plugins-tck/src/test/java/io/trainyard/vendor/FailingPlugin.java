package io.trainyard.vendor;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Has a mistake where it applies its policy. */
public final class FailingPlugin extends FrameworkPlugin<Map<String, String>> {
    @Override
    public String name() {
        return "acme";
    }

    @Override
    protected Optional<Map<String, String>> policy(RuntimeInfo info) {
        return Optional.of(Map.of());
    }

    @Override
    protected List<FieldError> preconditions(FrameworkJob<Map<String, String>> job) {
        return List.of();
    }

    @Override
    protected void enforce(FrameworkJob<Map<String, String>> job) {
        String lanes = job.policy().get("lanes");
        job.info().addWarning(new WarningEvent("Lanes", lanes.trim()));
    }
}
