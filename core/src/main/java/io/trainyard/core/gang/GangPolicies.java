package io.trainyard.core.gang;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.plugin.PluginNames;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for all gang schedulers: which one a runtime selects, whether it can work here, the plan, and the scheduler's name on the
 * pods. Pure but for the facts.
 */
public final class GangPolicies {
    private static final String RUNTIME = "spec.runtimeRef";

    private final Set<String> plugins = new HashSet<>();
    private final Map<String, GangScheduler> schedulers = new HashMap<>();
    private final GangFacts facts;

    /**
     * The policies that these plugins serve.
     *
     * @param enforcing plugins of step B4
     * @param others plugins that may serve a policy without that step
     */
    public GangPolicies(
            Collection<EnforcePodGroupPolicy> enforcing, Collection<? extends Plugin> others, GangFacts facts) {
        this.facts = facts;
        others.forEach(plugin -> plugins.add(plugin.name()));
        for (EnforcePodGroupPolicy plugin : enforcing) {
            plugins.add(plugin.name());
            plugin.gangScheduler().ifPresent(scheduler -> schedulers.put(plugin.name(), scheduler));
        }
    }

    /** What the cluster adds to pods of that namespace; nothing when no gang scheduler is selected, since then nobody counts. */
    public PodDefaults podDefaults(@Nullable PodGroupPolicy policy, String namespace) {
        return SelectedGang.of(policy).isEmpty() ? PodDefaults.NONE : facts.podDefaults(namespace);
    }

    /**
     * Gives the plugins their plan, and the pods their scheduler. After the ML policies, before any pod group policy.
     *
     * @throws InvalidTrainJobException when the selected scheduler cannot work; the message is for the user
     */
    public void prepare(TrainJob trainJob, RuntimeInfo info) {
        List<SelectedGang> selected = SelectedGang.of(info.policy().podGroupPolicy());
        if (selected.isEmpty()) {
            return;
        }
        if (selected.size() > 1) {
            throw new InvalidTrainJobException(RUNTIME + ": " + tooMany(selected));
        }
        SelectedGang gang = selected.get(0);
        if (!plugins.contains(gang.plugin())) {
            throw new InvalidTrainJobException(RUNTIME + ": podGroupPolicy." + gang.member() + " is set, but "
                    + PluginNames.notLoaded(gang.plugin()));
        }
        missingKind(gang).ifPresent(problem -> {
            throw new InvalidTrainJobException(problem);
        });
        plan(trainJob, gang, info);
    }

    /**
     * Validates as {@link #prepare} will, and prepares as far as possible, so that the plugins can go on validating. A missing plugin is for the rules of
     * policies to report, and what is not installed yet gives only a warning.
     *
     * @param runtime name of the runtime
     * @param creation whether the TrainJob is new
     */
    public void review(
            TrainJob trainJob, String runtime, RuntimeInfo info, boolean creation, Validation.Builder findings) {
        List<SelectedGang> selected = SelectedGang.of(info.policy().podGroupPolicy());
        if (selected.isEmpty()) {
            return;
        }
        if (selected.size() > 1) {
            findings.error(FieldError.invalid(RUNTIME, runtime, tooMany(selected)));
            return;
        }
        SelectedGang gang = selected.get(0);
        if (creation) {
            missingKind(gang).ifPresent(problem -> findings.warning(problem + "; no pod starts until it is"));
            scheduler(gang).ifPresent(scheduler -> otherSchedulers(gang, scheduler, info, findings));
        }
        try {
            plan(trainJob, gang, info);
        } catch (InvalidTrainJobException noOrder) {
            String message = String.valueOf(noOrder.getMessage());
            findings.error(FieldError.invalid(RUNTIME, runtime, message.substring(RUNTIME.length() + 2)));
        }
    }

    /** The kind of PodGroup that the selected scheduler reads; empty when none is selected or its plugin does not say. */
    public Optional<Class<? extends HasMetadata>> podGroupKind(RuntimeInfo info) {
        return SelectedGang.of(info.policy().podGroupPolicy()).stream()
                .findFirst()
                .flatMap(this::scheduler)
                .map(GangScheduler::podGroup);
    }

    /** The plugin that serves the policy which the runtime selects; empty when it selects none. */
    public Optional<String> plugin(RuntimeInfo info) {
        return SelectedGang.of(info.policy().podGroupPolicy()).stream()
                .findFirst()
                .map(SelectedGang::plugin);
    }

    /** The kinds of PodGroups of all plugins. */
    public Set<Class<? extends HasMetadata>> podGroupKinds() {
        return schedulers.values().stream().map(GangScheduler::podGroup).collect(Collectors.toSet());
    }

    private void plan(TrainJob trainJob, SelectedGang gang, RuntimeInfo info) {
        @Nullable String uid = trainJob.getMetadata().getUid();
        @Nullable String name = trainJob.getMetadata().getName();
        info.setGangPlan(GangPlanner.plan(name == null ? "" : name, uid == null ? "" : uid, info));
        scheduler(gang).flatMap(GangScheduler::injectedName).ifPresent(given -> info.podSets().stream()
                .filter(podSet -> podSet.declaredSchedulerName().isEmpty())
                .forEach(podSet -> podSet.setSchedulerName(given)));
    }

    private Optional<GangScheduler> scheduler(SelectedGang gang) {
        return Optional.ofNullable(schedulers.get(gang.plugin()));
    }

    /** For when it turns out only at a request that the kind of PodGroup is not served any more. */
    public InvalidTrainJobException missing(RuntimeInfo info) {
        return new InvalidTrainJobException(SelectedGang.of(info.policy().podGroupPolicy()).stream()
                .findFirst()
                .flatMap(gang -> scheduler(gang).map(scheduler -> isMissing(gang, scheduler.podGroup())))
                .orElse("the kind of a PodGroup is not installed"));
    }

    private Optional<String> missingKind(SelectedGang gang) {
        return scheduler(gang)
                .map(GangScheduler::podGroup)
                .filter(facts::isMissing)
                .map(kind -> isMissing(gang, kind));
    }

    private static String isMissing(SelectedGang gang, Class<? extends HasMetadata> kind) {
        return "podGroupPolicy." + gang.member() + " is set, but the PodGroup CRD " + HasMetadata.getPlural(kind) + "."
                + HasMetadata.getGroup(kind) + " is not installed";
    }

    /** A schedulerName that somebody wrote wins; that the policy then has no effect is worth a warning, not an error. */
    private static void otherSchedulers(
            SelectedGang gang, GangScheduler scheduler, RuntimeInfo info, Validation.Builder findings) {
        if (scheduler.schedulerNames().isEmpty()) {
            return;
        }
        for (PodSet podSet : info.podSets()) {
            podSet.declaredSchedulerName()
                    .filter(declared -> !scheduler.schedulerNames().contains(declared))
                    .ifPresent(declared -> findings.warning("replicated job " + podSet.name()
                            + " has the schedulerName " + declared + ", and podGroupPolicy." + gang.member()
                            + " has no effect on its pods there; leave schedulerName out or use "
                            + String.join(" or ", scheduler.schedulerNames())));
        }
    }

    private static String tooMany(List<SelectedGang> selected) {
        return "podGroupPolicy of the runtime sets "
                + selected.stream().map(SelectedGang::member).collect(Collectors.joining(" and "))
                + "; only one of the podGroupPolicy sources can be configured";
    }
}
