package io.trainyard.launcher.cli.state;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.job.ServiceJobs;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.view.Durations;
import io.trainyard.launcher.run.view.TextTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a user reads about the service of a folder: whether it is up, and its TrainJobs. Blocks. */
final class ServiceView {
    private ServiceView() {}

    /** Lines; a service that is down has one. */
    static List<String> lines(ServiceFolder folder, ServiceStatus status, Instant now) {
        List<String> lines = new ArrayList<>();
        if (!status.isUp()) {
            boolean killed = status.phase() != ServiceStatus.Phase.DOWN
                    && !status.process().isElsewhere()
                    && !status.process().isAlive();
            lines.add(ServiceFolder.NAME + "  "
                    + (killed
                            ? "Down  its process is gone; 'trainyard up' goes on with its objects"
                            : status.process().isElsewhere()
                                    ? status.phase().text() + "  on "
                                            + status.process().host().name()
                                    : status.phase().text()));
            return lines;
        }
        lines.add(ServiceFolder.NAME + "  " + status.phase().text() + "  "
                + Durations.text(Duration.between(status.started(), now)) + "  " + status.server());
        lines.add("kubeconfig  " + folder.kubeconfig());
        if (!status.page().isEmpty()) {
            lines.add("page  " + status.page());
        }
        lines.addAll(trainJobs(status, now));
        return lines;
    }

    private static List<String> trainJobs(ServiceStatus status, Instant now) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("TRAINJOB", "STATE", "AGE"));
        try {
            for (Map<String, Object> trainJob : ServiceJobs.list(status)) {
                rows.add(List.of(
                        Tree.text(trainJob, "metadata", "namespace") + "/" + Tree.text(trainJob, "metadata", "name"),
                        JobSnapshot.of(trainJob).phase().text(),
                        age(Tree.text(trainJob, "metadata", "creationTimestamp"), now)));
            }
        } catch (IOException silent) {
            return List.of("it does not answer: " + silent.getMessage());
        }
        return rows.size() == 1 ? List.of("no TrainJobs") : TextTable.lines(rows);
    }

    /** One line about a TrainJob of it. */
    static String line(Map<String, Object> trainJob, Instant now) {
        JobSnapshot job = JobSnapshot.of(trainJob);
        return job.key() + "  " + job.phase().text() + "  "
                + age(Tree.text(trainJob, "metadata", "creationTimestamp"), now);
    }

    private static String age(String created, Instant now) {
        return Rfc3339.parse(created)
                .map(begin -> Duration.between(begin, now))
                .map(Durations::text)
                .orElse("-");
    }
}
