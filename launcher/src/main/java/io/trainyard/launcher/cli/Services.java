package io.trainyard.launcher.cli;

import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.trainyard.launcher.cli.install.RuntimeInstaller;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import io.trainyard.launcher.cli.plugins.PluginListing;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.render.RenderSetup;
import io.trainyard.launcher.cli.render.Renderer;
import io.trainyard.launcher.cli.report.ReportMaker;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.service.LocalService;
import io.trainyard.launcher.cli.state.JobScaler;
import io.trainyard.launcher.cli.state.JobStopper;
import io.trainyard.launcher.cli.why.JobLookup;
import io.trainyard.spi.Permission;
import java.util.List;
import java.util.Map;

/** What the commands ask for; made only when a command needs it. */
public interface Services {
    /** The controller, not yet running. */
    ControllerProcess controller();

    /**
     * Says that a run on this machine will be asked for, before anybody knows with which options: what all of them need may be begun in the background.
     * Returns at once.
     */
    default void expectLocalRun() {}

    /** A run on this machine, not yet begun. */
    LocalRun localRun();

    /** A cluster on this machine that stays, not yet running. */
    LocalService localService();

    /** Something that renders TrainJobs, with its plugins loaded. To be closed. */
    Renderer renderer(RenderSetup setup);

    /** The plugins that a controller would find, those that cannot be used included, in the order of calls. */
    List<PluginListing> plugins(PluginSource source);

    /** What the plugins that a controller would find need it to be allowed to do, by name; those that need nothing are left out. */
    Map<String, List<Permission>> permissions(PluginSource source);

    /** Something that puts runtimes onto a cluster. */
    RuntimeInstaller runtimeInstaller();

    /** Something that changes the number of nodes of a TrainJob. */
    JobScaler jobScaler();

    /** Something that stops TrainJobs of a service. */
    JobStopper jobStopper();

    /** Something that brings TrainJobs with their code to a cluster. */
    JobSubmitter jobSubmitter();

    /** Something that finds what is known of a TrainJob, here or in a cluster. */
    JobLookup jobLookup();

    /** Something that writes down what is known of a TrainJob, here or in a cluster, with what these plugins tell. */
    ReportMaker reportMaker(PluginSource source);

    /** What these plugins tell about a TrainJob, a line each. */
    List<NoteView> notes(PluginSource source, JobObjects objects);
}
