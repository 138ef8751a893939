package io.trainyard.core.view;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is known of one TrainJob at one moment, from caches or files. Whoever knows less leaves more empty: the view says less, and is
 * never wrong. Treat the objects as immutable.
 *
 * @param trainJob the TrainJob
 * @param jobSet its JobSet; empty when there is none, or it is not known
 * @param jobs Jobs of the JobSet
 * @param pods pods of the JobSet, also those that are being deleted
 * @param events core/v1 events about the TrainJob and any object of it, in any order
 * @param addOns objects of other kinds that belong to the TrainJob: PodGroups, Kueue's Workload
 * @param holders who holds the quota that the job waits for; empty when nobody asked
 * @param lastLines the end of containers' logs, by {@link #logKey}; oldest line first
 * @param reports what processes of the training said last, one for each rank
 * @param machines the Nodes of the cluster, where somebody asked for them because their taints keep pods away
 * @param told the cause that a local run found at its end; empty for all that lives in a cluster or a run that goes on
 * @param now the time of looking
 */
public record JobObjects(
        TrainJob trainJob,
        Optional<JobSet> jobSet,
        List<Job> jobs,
        List<Pod> pods,
        List<Event> events,
        List<GenericKubernetesResource> addOns,
        List<QuotaHolder> holders,
        Map<String, List<String>> lastLines,
        List<RankReport> reports,
        List<Node> machines,
        Optional<Cause> told,
        Instant now) {
    public JobObjects {
        jobs = List.copyOf(jobs);
        pods = List.copyOf(pods);
        events = List.copyOf(events);
        addOns = List.copyOf(addOns);
        holders = List.copyOf(holders);
        lastLines = Map.copyOf(lastLines);
        reports = List.copyOf(reports);
        machines = List.copyOf(machines);
    }

    /** A TrainJob of which nothing else is known. */
    public static JobObjects of(TrainJob trainJob, Instant now) {
        return new JobObjects(
                trainJob,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                now);
    }

    /** Where the last lines of a container are found. */
    public static String logKey(String pod, String container) {
        return pod + "/" + container;
    }

    /** The same with this JobSet. */
    public JobObjects withJobSet(Optional<JobSet> known) {
        return new JobObjects(
                trainJob, known, jobs, pods, events, addOns, holders, lastLines, reports, machines, told, now);
    }

    /** The same with these Jobs. */
    public JobObjects withJobs(List<Job> known) {
        return new JobObjects(
                trainJob, jobSet, known, pods, events, addOns, holders, lastLines, reports, machines, told, now);
    }

    /** The same with these pods. */
    public JobObjects withPods(List<Pod> known) {
        return new JobObjects(
                trainJob, jobSet, jobs, known, events, addOns, holders, lastLines, reports, machines, told, now);
    }

    /** The same with these events. */
    public JobObjects withEvents(List<Event> known) {
        return new JobObjects(
                trainJob, jobSet, jobs, pods, known, addOns, holders, lastLines, reports, machines, told, now);
    }

    /** The same with these PodGroups and workloads. */
    public JobObjects withAddOns(List<GenericKubernetesResource> known) {
        return new JobObjects(
                trainJob, jobSet, jobs, pods, events, known, holders, lastLines, reports, machines, told, now);
    }

    /** The same with these holders of the quota. */
    public JobObjects withHolders(List<QuotaHolder> known) {
        return new JobObjects(
                trainJob, jobSet, jobs, pods, events, addOns, known, lastLines, reports, machines, told, now);
    }

    /** The same with these ends of logs. */
    public JobObjects withLastLines(Map<String, List<String>> known) {
        return new JobObjects(
                trainJob, jobSet, jobs, pods, events, addOns, holders, known, reports, machines, told, now);
    }

    /** The same with these reports of processes. */
    public JobObjects withReports(List<RankReport> known) {
        return new JobObjects(
                trainJob, jobSet, jobs, pods, events, addOns, holders, lastLines, known, machines, told, now);
    }

    /** The same with these Nodes. */
    public JobObjects withMachines(List<Node> known) {
        return new JobObjects(
                trainJob, jobSet, jobs, pods, events, addOns, holders, lastLines, reports, known, told, now);
    }

    /** The same, with the cause that a local run found at its end. */
    public JobObjects withTold(Cause known) {
        return new JobObjects(
                trainJob,
                jobSet,
                jobs,
                pods,
                events,
                addOns,
                holders,
                lastLines,
                reports,
                machines,
                Optional.of(known),
                now);
    }
}
