package io.trainyard.bench.reference;

import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * One controller alone on a fresh API server: at rest, while TrainJobs come, with all of them, while they begin to run, after a restart, and while they
 * complete. All methods block; for one thread.
 */
final class Measurement {
    private static final String PREFIX = "job-";
    private static final String FIRST = "first-";
    private static final double KIBIBYTES = 1024;

    private final Plan plan;
    private final TestCluster cluster;
    private final Contender contender;
    private final Objects objects;
    private final Observer observer;
    private final Figures figures;
    private final Consumer<String> progress;
    private final List<String> noise = new ArrayList<>();

    Measurement(
            Plan plan,
            TestCluster cluster,
            Contender contender,
            Objects objects,
            Observer observer,
            Consumer<String> progress) {
        this.plan = plan;
        this.cluster = cluster;
        this.contender = contender;
        this.objects = objects;
        this.observer = observer;
        this.figures = new Figures(contender.title());
        this.progress = progress;
    }

    /** Measures everything. The controller has been started. */
    Figures measure(Duration ready) {
        figures.add("start: ready after", seconds(ready));
        figures.add("start: processor time until ready", seconds(use().processor()));
        rest("at rest");
        create();
        rest(withJobs());
        run();
        restart();
        rest("after the restart");
        complete();
        rest("all complete");
        if (!plan.first().isZero()) {
            firstMinute();
        }
        figures.add("processors that other programs used meanwhile", String.join(", ", noise));
        return figures;
    }

    private String withJobs() {
        return "with " + plan.jobs() + " TrainJobs";
    }

    /** Nothing happens. */
    private void rest(String when) {
        progress.accept(when + ": " + 2 * plan.rest().toSeconds() + " s of nothing");
        sleep(plan.rest());
        Stage stage = Stage.begin(cluster, contender.process());
        sleep(plan.rest());
        ProcessorTime used = stage.used();
        Writes writes = stage.writes();
        ProcessUse use = use();
        double minutes = used.at() / 1e9 / 60;
        figures.add(when + ": resident memory", mebibytes(use.residentKibibytes()));
        figures.add(when + ": of it, not of files", mebibytes(use.anonymousKibibytes()));
        figures.add(
                when + ": proportional set",
                use.proportionalKibibytes().isPresent()
                        ? mebibytes(use.proportionalKibibytes().getAsLong())
                        : "not readable");
        figures.add(when + ": highest so far", mebibytes(use.peakKibibytes()));
        figures.add(when + ": processor time a minute", number(used.controller().toNanos() / 1e9 / minutes) + " s");
        figures.add(
                when + ": writes a minute, of which of the Lease",
                Math.round((writes.total() + writes.lease()) / minutes) + ", " + Math.round(writes.lease() / minutes));
        note(used);
    }

    private void create() {
        progress.accept("creating " + plan.jobs() + " TrainJobs");
        Stage stage = begin();
        objects.createTrainJobs(PREFIX, plan.jobs(), plan.limit());
        Duration created = stage.until(System.nanoTime());
        long last = observer.jobSets().await(plan.jobs(), plan.limit(), contender.process());
        ProcessorTime used = stage.used();
        figures.add("create: the user's requests took", seconds(created));
        report("create", "first TrainJob to last JobSet", stage, last, used);
    }

    private void run() {
        progress.accept("all JobSets run");
        Stage stage = begin();
        objects.run(PREFIX, plan.jobs(), plan.limit());
        long last = observer.running().await(plan.jobs(), plan.limit(), contender.process());
        report("run", "first JobSet to last TrainJob", stage, last, stage.used());
    }

    private void complete() {
        progress.accept("all JobSets complete");
        Stage stage = begin();
        objects.complete(PREFIX, plan.jobs(), plan.limit());
        long last = observer.complete().await(plan.jobs(), plan.limit(), contender.process());
        report("complete", "first JobSet to last TrainJob", stage, last, stage.used());
    }

    private void restart() {
        progress.accept("restart");
        contender.stop();
        AuditLog since = cluster.auditLog().fromNow();
        long begin = System.nanoTime();
        Duration ready = contender.start();
        // A job that comes now waits for its leader and for a look at all others.
        objects.createTrainJobs("fresh-", 1, plan.limit());
        long last = observer.jobSets().await(plan.jobs() + 1, plan.limit(), contender.process());
        figures.add("restart " + withJobs() + " that run: ready after", seconds(ready));
        figures.add(
                "restart " + withJobs() + " that run: JobSet of a new one after",
                seconds(Duration.ofNanos(last - begin)));
        sleep(plan.rest());
        figures.add(
                "restart " + withJobs() + " that run: processor time, "
                        + plan.rest().toSeconds() + " s of rest included",
                seconds(use().processor()));
        figures.add(
                "restart " + withJobs() + " that run: writes, the new one's included",
                Writes.of(since.records()).inWords());
    }

    /** Users do not wait until a controller is warm. */
    private void firstMinute() {
        progress.accept("a start, and " + plan.rate() + " TrainJobs a second from then on");
        contender.stop();
        objects.deleteLeases(BesideTheReference.NAMESPACE);
        contender.start();
        Stage stage = begin();
        int before = observer.jobSets().count();
        List<SteadyRequests.Exchange> creations = objects.createTrainJobs(FIRST, plan.first(), plan.rate());
        int count = creations.size();
        observer.jobSets().await(before + count, plan.limit(), contender.process());
        ProcessorTime used = stage.used();
        String name = "first " + plan.first().toSeconds() + " s at " + plan.rate() + "/s: ";
        figures.add(
                name + "create request, median; p99; longest",
                SteadyRequests.inWords(creations.stream().mapToLong(SteadyRequests.Exchange::taken)));
        figures.add(
                name + "from its answer to the JobSet, median; p99; longest",
                SteadyRequests.inWords(LongStream.range(0, count)
                        .map(number -> Math.max(
                                0,
                                observer.jobSets().at(FIRST + number).orElseThrow()
                                        - creations.get((int) number).answered()))));
        figures.add(name + "processor time of the controller", seconds(used.controller()));
        note(used);
    }

    private Stage begin() {
        return Stage.begin(cluster, contender.process());
    }

    private void report(String name, String span, Stage stage, long last, ProcessorTime used) {
        Duration took = stage.until(last);
        figures.add(name + ": " + span, seconds(took) + ", " + number(plan.jobs() / (took.toNanos() / 1e9)) + "/s");
        figures.add(name + ": processor time of the controller", seconds(used.controller()));
        figures.add(name + ": of API server and etcd", seconds(used.apiServer()));
        figures.add(name + ": writes", stage.writes().inWords());
        note(used);
    }

    private ProcessUse use() {
        return ProcessUse.of(contender.process());
    }

    private void note(ProcessorTime used) {
        noise.add(number(used.processorsOfOthers()));
    }

    private static String mebibytes(long kibibytes) {
        return String.format(Locale.ROOT, "%.0f MiB", kibibytes / KIBIBYTES);
    }

    private static String seconds(Duration duration) {
        return number(duration.toNanos() / 1e9) + " s";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static void sleep(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while nothing happened", e);
        }
    }
}
