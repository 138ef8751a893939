package io.trainyard.launcher.cli.state;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.job.FoundJob;
import io.trainyard.launcher.cli.job.ServiceJobs;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.progress.JobSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code status} shows, for programs. Blocks. */
final class StatusTree {
    private StatusTree() {}

    /** A run, a service or a TrainJob of it, with its containers. */
    static Map<String, Object> of(FoundJob job, UsageTable usage) {
        Map<String, Object> tree;
        boolean onlyRunning = false;
        if (job instanceof FoundJob.OfWholeService whole) {
            tree = service(whole.service());
            onlyRunning = true;
        } else if (job instanceof FoundJob.OfService trainJob) {
            tree = trainJob.trainJob()
                    .map(StatusTree::trainJob)
                    .orElseGet(() ->
                            Tree.of("trainJob", trainJob.namespace() + "/" + trainJob.name(), "state", "Unknown"));
        } else {
            RunFolder run = job.folder();
            tree = run.read().map(status -> PsCommand.json(run, status)).orElseGet(() -> Tree.of("run", run.id()));
        }
        tree.put("containers", usage.trees(job, onlyRunning));
        return tree;
    }

    private static Map<String, Object> service(ServiceFolder folder) {
        Map<String, Object> tree = Tree.of("service", folder.state().root().toString());
        folder.read().ifPresent(status -> {
            tree.put("phase", status.isUp() ? status.phase().text() : ServiceStatus.Phase.DOWN.text());
            if (status.isUp()) {
                tree.put("started", status.started().toString());
                tree.put("server", status.server());
                tree.put("kubeconfig", folder.kubeconfig().toString());
                tree.put("page", status.page());
                try {
                    tree.put("trainJobs", trainJobs(status));
                } catch (IOException silent) {
                    tree.put("problem", "it does not answer: " + silent.getMessage());
                }
            }
        });
        return tree;
    }

    private static List<Object> trainJobs(ServiceStatus status) throws IOException {
        List<Object> trees = new ArrayList<>();
        ServiceJobs.list(status).forEach(trainJob -> trees.add(trainJob(trainJob)));
        return trees;
    }

    private static Map<String, Object> trainJob(Map<String, Object> trainJob) {
        JobSnapshot job = JobSnapshot.of(trainJob);
        return Tree.of(
                "trainJob",
                job.key(),
                "state",
                job.phase().text(),
                "created",
                Tree.text(trainJob, "metadata", "creationTimestamp"));
    }
}
