package io.trainyard.launcher.cli;

import java.util.List;

/** What the commands ask for; made only when a command needs it. */
public interface Services {
    /** The controller, not yet running. */
    ControllerProcess controller();

    /** A run on this machine, not yet begun. */
    LocalRun localRun();

    /** Something that renders TrainJobs, with its plugins loaded. To be closed. */
    Renderer renderer(RenderSetup setup);

    /** The plugins that a controller would find, those that cannot be used included, in the order of calls. */
    List<PluginListing> plugins(PluginSource source);

    /** A node of a cluster, not yet running. */
    KubeletProcess kubelet();
}
