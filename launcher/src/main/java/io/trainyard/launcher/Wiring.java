package io.trainyard.launcher;

import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.launcher.cli.Services;
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
import io.trainyard.launcher.controller.VertxControllerProcess;
import io.trainyard.launcher.install.ClusterRuntimeInstaller;
import io.trainyard.launcher.render.CommandPlugins;
import io.trainyard.launcher.render.CompilerRenderer;
import io.trainyard.launcher.report.JobReporter;
import io.trainyard.launcher.run.EarlyStart;
import io.trainyard.launcher.run.LocalRunProcess;
import io.trainyard.launcher.scale.ClusterJobScaler;
import io.trainyard.launcher.service.LocalServiceProcess;
import io.trainyard.launcher.stop.ServiceJobStopper;
import io.trainyard.launcher.submit.ClusterSubmitter;
import io.trainyard.launcher.why.JobFinder;
import io.trainyard.spi.Permission;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The one place where the parts of Trainyard are put together: constructor calls, nothing else. */
public final class Wiring implements Services {
    private final EarlyStart early = new EarlyStart();

    @Override
    public ControllerProcess controller() {
        return new VertxControllerProcess();
    }

    @Override
    public void expectLocalRun() {
        early.begin();
    }

    @Override
    public LocalRun localRun() {
        return new LocalRunProcess(early);
    }

    @Override
    public LocalService localService() {
        return new LocalServiceProcess();
    }

    @Override
    public Renderer renderer(RenderSetup setup) {
        return CompilerRenderer.start(setup, early.classes());
    }

    @Override
    public List<PluginListing> plugins(PluginSource source) {
        return CommandPlugins.list(source);
    }

    @Override
    public Map<String, List<Permission>> permissions(PluginSource source) {
        return CommandPlugins.permissions(source);
    }

    @Override
    public RuntimeInstaller runtimeInstaller() {
        return new ClusterRuntimeInstaller();
    }

    @Override
    public JobScaler jobScaler() {
        return new ClusterJobScaler();
    }

    @Override
    public JobStopper jobStopper() {
        return new ServiceJobStopper();
    }

    @Override
    public JobSubmitter jobSubmitter() {
        return new ClusterSubmitter(Clock.systemUTC());
    }

    @Override
    public JobLookup jobLookup() {
        return new JobFinder(Clock.systemUTC());
    }

    @Override
    public ReportMaker reportMaker(PluginSource source) {
        return new JobReporter(
                Clock.systemUTC(), (objects, runtime) -> CommandPlugins.answers(source, objects, runtime));
    }

    @Override
    public List<NoteView> notes(PluginSource source, JobObjects objects) {
        return CommandPlugins.notes(source, objects);
    }
}
