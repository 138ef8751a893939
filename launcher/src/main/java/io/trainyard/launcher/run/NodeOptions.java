package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.cli.run.MachineSettings.Switch;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.KubeletOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the settings of a run mean to the kubelet and to the controllers. */
public final class NodeOptions {
    /** The one node. */
    static final String NODE = "local";

    private NodeOptions() {}

    /** How the kubelet runs pods, whose folders are in that of the run. */
    public static KubeletOptions kubelet(MachineSettings settings, RunFolder folder, StateFolder state) {
        FolderOptions folders = FolderOptions.in(folder.root(), settings.work().folder())
                .withWorkOf(settings.work().starts())
                .ofRun(state.claims());
        KubeletOptions options = settings.programs()
                .kubelet(NODE, settings.has(Switch.NO_AUTO_CLAIMS) ? folders.withoutMadeClaims() : folders);
        if (settings.has(Switch.RETRY_START)) {
            options = options.withoutFailFast();
        }
        if (!options.programs().executor().usesImages()) {
            options = options.withOwnPrograms(settings.own());
        }
        return settings.grace().map(options::withMaxGrace).orElse(options);
    }

    /** The same with variables that the main containers of all pods get besides. */
    static KubeletOptions withVariables(KubeletOptions options, Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(options.programs().overrides());
        all.putAll(variables);
        return options.withPrograms(options.programs().withOverrides(all));
    }

    /** How the controllers of Kubernetes behave. */
    public static ControllerOptions features(MachineSettings settings) {
        SchedulerOptions scheduler = SchedulerOptions.DEFAULT;
        for (Map.Entry<String, String> amount : settings.capacity().entrySet()) {
            scheduler = scheduler.with(amount.getKey(), amount.getValue());
        }
        if (settings.has(Switch.STRICT_RESOURCES)) {
            scheduler = scheduler.strictly();
        }
        if (settings.has(Switch.IGNORE_GATES)) {
            scheduler = scheduler.openingGates();
        }
        ControllerOptions options = ControllerOptions.DEFAULT.withScheduler(scheduler);
        return settings.restarts().map(options::withRestarts).orElse(options);
    }
}
