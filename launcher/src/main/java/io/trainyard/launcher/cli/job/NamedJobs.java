package io.trainyard.launcher.cli.job;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.kube.login.LoginEnvironment;
import io.trainyard.core.kube.login.LoginResolver;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.folder.StateFolder;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one way from what a user calls a job to the job: the runs of a folder, and the TrainJobs of its service, or else of the user's. Blocks.
 */
public final class NamedJobs {
    /** The newest, where no name is given. */
    public static final String LATEST = "latest";

    private static final String OF_SERVICE = ServiceFolder.NAME + "/";

    private final StateFolder state;
    private final @Nullable ServiceFolder service;
    private final Supplier<Optional<String>> namespaceOfCluster;

    private NamedJobs(
            StateFolder state, @Nullable ServiceFolder service, Supplier<Optional<String>> namespaceOfCluster) {
        this.state = state;
        this.service = service;
        this.namespaceOfCluster = namespaceOfCluster;
    }

    /**
     * Those of a folder.
     *
     * @param state as the user says; the one in the working directory is looked at together with that in the user's home
     * @param variables environment variables
     */
    public static NamedJobs of(Path state, Map<String, String> variables) {
        String home = variables.getOrDefault("HOME", "");
        boolean named = !state.equals(Path.of(StateFolder.DEFAULT_NAME));
        return in(
                StateFolder.at(state),
                named || home.isEmpty()
                        ? Optional.empty()
                        : Optional.of(StateFolder.at(Path.of(home, StateFolder.DEFAULT_NAME))),
                () -> home.isEmpty()
                        ? Optional.empty()
                        : new LoginResolver(LoginEnvironment.of(variables)).namespace());
    }

    /**
     * Those of a folder, with the service of the user where it has none.
     *
     * @param namespaceOfCluster the namespace of the cluster that the user is logged in to; empty for none
     */
    static NamedJobs in(
            StateFolder folder, Optional<StateFolder> ofUser, Supplier<Optional<String>> namespaceOfCluster) {
        return new NamedJobs(
                folder,
                Stream.concat(Stream.of(folder), ofUser.stream())
                        .map(ServiceFolder::new)
                        .filter(each -> each.read().isPresent())
                        .findFirst()
                        .orElse(null),
                namespaceOfCluster);
    }

    /** Where runs are kept. */
    public StateFolder state() {
        return state;
    }

    /** The service whose TrainJobs can be named; empty when there has never been one. */
    public Optional<ServiceFolder> service() {
        return Optional.ofNullable(service);
    }

    /**
     * The job that a user means.
     *
     * @param name {@code latest}; the name of a run or its beginning; the name of a TrainJob, with its namespace and a slash before it where that is needed;
     *     {@code service}, or {@code service/} before the name of a TrainJob
     * @param inCluster what to type instead if the name is that of a TrainJob of a cluster
     * @throws CommandException when there is none, or more than one; the message says what there is
     */
    public FoundJob find(String name, KubectlCommand inCluster) {
        return lookUp(name).orElseThrow(() -> unknown(name, inCluster));
    }

    /**
     * As {@link #find}, for commands that change what runs: of several that the name may mean, the only one that has not ended.
     *
     * @throws CommandException when there is none, or it is not clear which; the message says what there is
     */
    public FoundJob findRunning(String name, KubectlCommand inCluster) {
        List<FoundJob> found = candidates(name);
        List<FoundJob> running = found.size() < 2
                ? found
                : found.stream().filter(FoundJob::isRunning).toList();
        return only(name, running.size() == 1 ? running : found).orElseThrow(() -> unknown(name, inCluster));
    }

    /**
     * What is shown where no name is given: the service if there ever was one, and all runs that run, the oldest first, or else the newest run. Never empty.
     *
     * @throws CommandException when there is nothing of that; the message says so
     */
    public List<FoundJob> current() {
        List<FoundJob> found = new ArrayList<>();
        service().ifPresent(known -> found.add(new FoundJob.OfWholeService(known)));
        List<FoundJob.OfRun> runs =
                state.list().stream().map(FoundJob.OfRun::new).toList();
        List<FoundJob.OfRun> running = runs.stream().filter(FoundJob::isRunning).toList();
        found.addAll(running);
        if (running.isEmpty() && (found.isEmpty() || !runs.isEmpty())) {
            found.add(find(LATEST, KubectlCommand.SHOW));
        }
        return found;
    }

    /** As {@link #find}; empty when there is none. */
    public Optional<FoundJob> lookUp(String name) {
        return only(name, candidates(name));
    }

    private static Optional<FoundJob> only(String name, List<FoundJob> found) {
        if (found.size() > 1) {
            throw wrong("\"" + name + "\" may be "
                    + String.join(" or ", found.stream().map(NamedJobs::choice).toList()) + ": say which");
        }
        return found.stream().findFirst();
    }

    private List<FoundJob> candidates(String name) {
        if (service != null && name.equals(ServiceFolder.NAME)) {
            return List.of(new FoundJob.OfWholeService(service));
        }
        List<FoundJob> found = new ArrayList<>();
        if (!name.startsWith(OF_SERVICE)) {
            state.candidates(name).forEach(run -> found.add(new FoundJob.OfRun(run)));
        }
        if (!name.equals(LATEST)) {
            found.addAll(trainJobs(name.startsWith(OF_SERVICE) ? name.substring(OF_SERVICE.length()) : name));
        } else if (found.isEmpty()) {
            newest().ifPresent(found::add);
        }
        return found;
    }

    /** All TrainJobs of the service of the folder itself that run or wait for something; none where it is not up. */
    public List<FoundJob.OfService> unfinishedOfOwnService() {
        return service().filter(known -> known.state().equals(state)).flatMap(ServiceFolder::running).stream()
                .flatMap(up -> list(up).stream())
                .map(JobSnapshot::of)
                .filter(job -> !job.phase().isOver() && job.phase() != JobPhase.SUSPENDED)
                .flatMap(job -> trainJobs(job.key()).stream())
                .toList();
    }

    private static String choice(FoundJob job) {
        return job instanceof FoundJob.OfService trainJob
                ? "the TrainJob " + OF_SERVICE + (trainJob.namespace().isEmpty() ? "" : trainJob.namespace() + "/")
                        + trainJob.name()
                : "the run " + job.title();
    }

    private List<FoundJob.OfService> trainJobs(String name) {
        ServiceFolder known = service;
        if (known == null) {
            return List.of();
        }
        Optional<ServiceStatus> up = known.running();
        if (up.isEmpty()) {
            return ofLogs(known, name);
        }
        List<JobSnapshot> all = list(up.get()).stream().map(JobSnapshot::of).toList();
        List<String> names = all.stream().map(JobSnapshot::name).toList();
        return all.stream()
                .filter(job -> job.name().equals(name) || job.key().equals(name))
                .map(job -> new FoundJob.OfService(
                        known,
                        job.key().substring(0, job.key().indexOf('/')),
                        job.name(),
                        names.stream()
                                .filter(other -> !other.equals(job.name()))
                                .toList()))
                .toList();
    }

    /** A service that is down tells nothing, but its logs are there. */
    private static List<FoundJob.OfService> ofLogs(ServiceFolder known, String name) {
        String own = name.substring(name.indexOf('/') + 1);
        JobPods pods = new JobPods(own, List.of());
        boolean logged = new LogFiles(known.asRun().pods())
                .list().stream().map(LogFiles.LogFile::pod).anyMatch(pods::contains);
        return logged ? List.of(new FoundJob.OfService(known, "", own, List.of())) : List.of();
    }

    /** Where only the service has jobs, the newest of them is meant. */
    private Optional<FoundJob> newest() {
        return service().flatMap(ServiceFolder::running).flatMap(up -> list(up).stream()
                .max(Comparator.comparing(job -> Tree.text(job, "metadata", "creationTimestamp")))
                .map(job -> JobSnapshot.of(job).key())
                .flatMap(key -> trainJobs(key).stream().findFirst()));
    }

    private static List<Map<String, Object>> list(ServiceStatus up) {
        try {
            return ServiceJobs.list(up);
        } catch (IOException silent) {
            throw wrong("the service at " + up.server() + " does not answer: " + silent.getMessage());
        }
    }

    private CommandException unknown(String name, KubectlCommand inCluster) {
        List<String> lines = new ArrayList<>(List.of(unknown(name)));
        if (!name.equals(LATEST) && !name.equals(ServiceFolder.NAME) && !name.startsWith(OF_SERVICE)) {
            int slash = name.indexOf('/');
            namespaceOfCluster
                    .get()
                    .map(ofContext -> slash < 0 ? ofContext : name.substring(0, slash))
                    .ifPresent(namespace -> lines.add(inCluster.words(name.substring(slash + 1), namespace)));
        }
        return new CommandException(ExitCodes.WRONG_INPUT, lines);
    }

    private String unknown(String name) {
        List<RunFolder> runs = state.list();
        List<String> jobs = service().flatMap(ServiceFolder::running).map(NamedJobs::list).orElse(List.of()).stream()
                .map(job -> JobSnapshot.of(job).name())
                .toList();
        List<String> names = Stream.concat(StateFolder.names(runs).stream(), jobs.stream())
                .distinct()
                .toList();
        List<String> parts = new ArrayList<>();
        parts.add(
                runs.isEmpty()
                        ? "there are no runs in " + state.root()
                        : "there is no run \"" + name + "\" in " + state.root() + NearestName.question(name, names)
                                + "; " + StateFolder.newest(runs));
        service()
                .ifPresent(known -> parts.add("the service of " + known.state().root()
                        + (known.running().isEmpty()
                                ? " is down; 'trainyard up' starts it"
                                : jobs.isEmpty() ? " has no TrainJobs" : " has " + String.join(", ", jobs))));
        return String.join("; ", parts);
    }
}
