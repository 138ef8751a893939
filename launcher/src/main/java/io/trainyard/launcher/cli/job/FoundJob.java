package io.trainyard.launcher.cli.job;

import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.progress.JobSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a user means by the name of a job: a run of a folder, a TrainJob of a service, or a service with all that it has. Reading it blocks. */
public sealed interface FoundJob {
    /** Where its pods, their logs and the kubeconfig lie, perhaps beside those of others. */
    RunFolder folder();

    /** What it is called in messages. */
    String title();

    /** Whether a pod is one of its pods. */
    boolean hasPod(String pod);

    /** Whether something of it may run or be written yet. */
    boolean isRunning();

    /**
     * A run.
     *
     * @param folder of the run
     */
    record OfRun(RunFolder folder) implements FoundJob {
        /** The TrainJob of that name, if it has one; who names a run by its TrainJob means that one. */
        public Optional<String> trainJob(String name) {
            return folder.read()
                    .map(RunStatus::trainJobs)
                    .filter(all -> all.contains(name))
                    .map(all -> name);
        }

        @Override
        public String title() {
            return folder.id();
        }

        @Override
        public boolean hasPod(String pod) {
            return true;
        }

        @Override
        public boolean isRunning() {
            return folder.read()
                    .filter(status -> status.livePhase() == RunStatus.Phase.RUNNING)
                    .isPresent();
        }
    }

    /**
     * All of a service.
     *
     * @param service its folder
     */
    record OfWholeService(ServiceFolder service) implements FoundJob {
        @Override
        public RunFolder folder() {
            return service.asRun();
        }

        @Override
        public String title() {
            return "the service of " + service.state().root();
        }

        @Override
        public boolean hasPod(String pod) {
            return true;
        }

        @Override
        public boolean isRunning() {
            return service.running().isPresent();
        }
    }

    /**
     * One TrainJob of a service.
     *
     * @param service its folder
     * @param namespace of the TrainJob; empty where only its logs are known, because the service is down
     * @param name of the TrainJob
     * @param others names of the other TrainJobs
     */
    record OfService(ServiceFolder service, String namespace, String name, List<String> others) implements FoundJob {
        public OfService {
            others = List.copyOf(others);
        }

        @Override
        public RunFolder folder() {
            return service.asRun();
        }

        @Override
        public String title() {
            return "TrainJob " + name + " of the service";
        }

        @Override
        public boolean hasPod(String pod) {
            return new JobPods(name, others).contains(pod);
        }

        @Override
        public boolean isRunning() {
            return snapshot().filter(job -> !job.phase().isOver()).isPresent();
        }

        /** The TrainJob as it is now, as a tree; empty when it was deleted, or the service does not answer. */
        public Optional<Map<String, Object>> trainJob() {
            Optional<ServiceStatus> up = service.running();
            if (up.isEmpty()) {
                return Optional.empty();
            }
            try {
                return ServiceJobs.list(up.get()).stream()
                        .filter(job -> JobSnapshot.of(job).key().equals(namespace + "/" + name))
                        .findFirst();
            } catch (IOException stopped) {
                return Optional.empty();
            }
        }

        /** What {@link #trainJob} says of it. */
        public Optional<JobSnapshot> snapshot() {
            return trainJob().map(JobSnapshot::of);
        }
    }
}
