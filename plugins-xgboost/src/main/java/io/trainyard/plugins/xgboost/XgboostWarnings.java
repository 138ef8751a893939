package io.trainyard.plugins.xgboost;

import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.GroupWarnings;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What has another effect than the user thinks, beside {@link XgboostGroupWarnings}. Changes nothing. */
final class XgboostWarnings {
    /** Names that look like variables of ours, those of Kubeflow's training operator among them. */
    private static final Pattern OWN_NAMES =
            Pattern.compile("(DMLC|TRAINER|PET)_[A-Z0-9_]+|MASTER_(ADDR|PORT)|RANK|WORLD_SIZE|WORKER_(PORT|ADDRS)");

    private XgboostWarnings() {}

    /** The warnings, each beginning with the field that it is about; empty when there is nothing to say. */
    static List<String> of(RuntimeInfo info, XgboostConfiguration configuration) {
        List<String> found = new ArrayList<>();
        GroupWarnings.readiness(info).ifPresent(found::add);
        info.trainerContainer().ifPresent(container -> {
            found.addAll(CommandWarnings.of(info, container, OWN_NAMES, XgboostVariable.NAMES));
            WorkerCount.uncountedDevices(info, container, configuration).ifPresent(found::add);
        });
        return List.copyOf(found);
    }
}
