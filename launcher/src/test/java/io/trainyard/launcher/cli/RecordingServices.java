package io.trainyard.launcher.cli;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.cluster.Cluster;
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
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.spi.Permission;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Services that remember what they were asked for. A TrainJob becomes a ConfigMap of its name that names its runtime. */
final class RecordingServices implements Services {
    ControllerProcess.@Nullable Request request;

    LocalRun.@Nullable Request localRequest;
    LocalRun.@Nullable Development development;

    LocalService.@Nullable Request serviceRequest;

    @Nullable
    int preparedPort = -1;

    @Nullable
    RenderSetup setup;

    @Nullable
    PluginSource source;

    List<PluginListing> listings = List.of();
    Validation findings = Validation.OK;
    int exitCode;

    @Nullable
    RuntimeException fault;

    boolean closed;

    @Override
    public ControllerProcess controller() {
        return new ControllerProcess() {
            @Override
            public int run(Request asked) {
                request = asked;
                if (fault != null) {
                    throw fault;
                }
                return exitCode;
            }

            @Override
            public void stop() {}
        };
    }

    @Override
    public LocalService localService() {
        return new LocalService() {
            @Override
            public int run(Request asked, Consumer<ServiceStatus> up) {
                serviceRequest = asked;
                if (fault != null) {
                    throw fault;
                }
                return exitCode;
            }

            @Override
            public void stop() {}

            @Override
            public void kill() {}
        };
    }

    @Override
    public LocalRun localRun() {
        return new LocalRun() {
            @Override
            public void prepare(PluginSource plugins, int port, boolean debug) {
                source = plugins;
                preparedPort = port;
            }

            @Override
            public int run(Request asked) {
                localRequest = asked;
                return exitCode;
            }

            @Override
            public int develop(Request asked, Development how) {
                localRequest = asked;
                development = how;
                return exitCode;
            }

            @Override
            public void stop() {}

            @Override
            public void kill() {}

            @Override
            public void terminate() {}

            @Override
            public void hangUp() {}
        };
    }

    @Override
    public Renderer renderer(RenderSetup asked) {
        setup = asked;
        return new Renderer() {
            @Override
            public Validation check(Manifest<RuntimeResource> runtime) {
                return Validation.OK;
            }

            @Override
            public Rendered render(Manifest<TrainJob> manifest, RuntimeResource runtime) {
                TrainJob trainJob = manifest.object();
                if (fault != null) {
                    throw fault;
                }
                return new Rendered(
                        findings.errors().isEmpty() ? List.of(configMap(trainJob, runtime)) : List.of(), findings);
            }

            @Override
            public void close() {
                closed = true;
            }
        };
    }

    private static HasMetadata configMap(TrainJob trainJob, RuntimeResource runtime) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(trainJob.getMetadata().getName())
                .withNamespace(trainJob.getMetadata().getNamespace())
                .endMetadata()
                .addToData("runtime", runtime.toString())
                .build();
    }

    @Override
    public List<PluginListing> plugins(PluginSource asked) {
        source = asked;
        return listings;
    }

    RuntimeInstaller.@Nullable Request installed;

    @Override
    public RuntimeInstaller runtimeInstaller() {
        return (asked, messages) -> {
            installed = asked;
            return new RuntimeInstaller.Report(List.of("torch-distributed"), List.of("old"));
        };
    }

    JobScaler.@Nullable Request scaled;

    @Override
    public JobScaler jobScaler() {
        return asked -> {
            scaled = asked;
            return new JobScaler.Report("mnist", Optional.of(2));
        };
    }

    JobStopper.@Nullable Request stopped;
    JobStopper.Outcome ofStopping = JobStopper.Outcome.STOPPED;

    @Override
    public JobStopper jobStopper() {
        return asked -> {
            stopped = asked;
            return asked.jobs().stream().map(job -> ofStopping).toList();
        };
    }

    JobSubmitter.@Nullable Request submitted;

    @Override
    public JobSubmitter jobSubmitter() {
        return new JobSubmitter() {
            @Override
            public Report submit(Request request, Consumer<String> messages) {
                submitted = request;
                return new Report(
                        request.cluster().namespace().orElse("default"),
                        Tree.text(request.trainJob(), "metadata", "name"),
                        request.trainJob());
            }

            @Override
            public Optional<Boolean> follow(Cluster cluster, Report job, PrintWriter out) {
                out.println(job.name() + "-node-0-0 | hello");
                return exitCode == 130 ? Optional.empty() : Optional.of(exitCode == 0);
            }

            @Override
            public void stop() {}
        };
    }

    @Nullable
    Object asked;

    @Nullable
    JobObjects known;

    @Override
    public JobLookup jobLookup() {
        return new JobLookup() {
            @Override
            public JobObjects find(InCluster wanted) {
                asked = wanted;
                return Optional.ofNullable(known).orElseThrow();
            }

            @Override
            public JobObjects find(OfRun wanted) {
                asked = wanted;
                return Optional.ofNullable(known).orElseThrow();
            }
        };
    }

    @Override
    public ReportMaker reportMaker(PluginSource source) {
        return new ReportMaker() {
            @Override
            public Report make(JobLookup.InCluster wanted) {
                asked = wanted;
                return new Report("team-a-bert-report.html", "<html>");
            }

            @Override
            public Report make(JobLookup.OfRun wanted) {
                asked = wanted;
                return new Report("default-bert-report.html", "<html>");
            }
        };
    }

    List<NoteView> notes = List.of();

    @Override
    public List<NoteView> notes(PluginSource source, JobObjects objects) {
        return notes;
    }

    Map<String, List<Permission>> permissions = Map.of();

    @Override
    public Map<String, List<Permission>> permissions(PluginSource asked) {
        source = asked;
        return permissions;
    }

    List<String> limitRangesSeen(String namespace) {
        List<String> names = new ArrayList<>();
        Optional.ofNullable(setup)
                .orElseThrow()
                .objects()
                .list(LimitRange.class, namespace)
                .subscribe()
                .with(ranges ->
                        ranges.forEach(range -> names.add(range.getMetadata().getName())));
        return names;
    }

    static FieldError error(String path) {
        return FieldError.invalid(path, "x", "must be something else");
    }
}
