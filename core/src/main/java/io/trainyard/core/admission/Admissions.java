package io.trainyard.core.admission;

import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.time.TimeSource;

/**
 * All decisions about our kinds, made once for a process: what each webhook asks, and the judge for those who have the objects at hand.
 */
public final class Admissions {
    private final Admission trainJobDefaults;
    private final Admission trainJobs;
    private final Admission runtimes;
    private final TrainJobJudge judge;

    /**
     * The decisions.
     *
     * @param reader what they read
     * @param plugins the plugins in use; asked about TrainJobs
     * @param time limits how long a read may take, and stamps runtime patches
     */
    public Admissions(AdmissionReader reader, Plugins plugins, AdmissionSettings settings, TimeSource time) {
        RuntimeLookup lookup = new RuntimeLookup(reader, time);
        ActiveJobs activeJobs = new ActiveJobs(reader, time);
        judge = judge(plugins, settings, reader.gangFacts());
        trainJobDefaults = new TrainJobDefaults(lookup, settings, time);
        trainJobs = new TrainJobValidation(
                lookup, activeJobs, judge, new ScaleValidation(reader, lookup, activeJobs, time));
        runtimes = new RuntimeValidation(reader, plugins.catalog(), settings, time);
    }

    /** Only the judge, which needs nothing but plugins. */
    public static TrainJobJudge judge(Plugins plugins, AdmissionSettings settings) {
        return judge(plugins, settings, GangFacts.NONE);
    }

    private static TrainJobJudge judge(Plugins plugins, AdmissionSettings settings, GangFacts facts) {
        return new TrainJobJudge(
                new TrainJobCompiler(
                        new CompilerPlugins(
                                plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders()),
                        facts),
                plugins,
                settings);
    }

    /** {@code /mutate-trainer-kubeflow-org-v1alpha1-trainjob}. */
    public Admission trainJobDefaults() {
        return trainJobDefaults;
    }

    /** {@code /validate-trainer-kubeflow-org-v1alpha1-trainjob}, the scale subresource too. */
    public Admission trainJobs() {
        return trainJobs;
    }

    /** {@code /validate-trainer-kubeflow-org-v1alpha1-trainingruntime} and {@code …-clustertrainingruntime}. */
    public Admission runtimes() {
        return runtimes;
    }

    /** Judges a TrainJob together with its runtime. */
    public TrainJobJudge judge() {
        return judge;
    }
}
