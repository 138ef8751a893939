package io.trainyard.bench.viewers;

import com.sun.management.OperatingSystemMXBean;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.dashboard.Dashboard;
import io.trainyard.dashboard.access.AccessControl;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Pages that follow the list of many jobs, of which some change every second. The viewers are a process of their own, so what counts is the processor time of
 * this one, with them and without: the machine may be busy with other things.
 */
public final class ViewersLoad {
    private static final int CHANGES_A_SECOND = 20;
    private static final int WARM_UP_SECONDS = 15;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Random random = new Random(7);
    private final MadeUpJobs jobs;
    private final int count;
    private final Duration period;
    private int changes;

    private ViewersLoad(int count, Duration period) {
        this.jobs = new MadeUpJobs(Instant.now(), count);
        this.count = count;
        this.period = period;
    }

    /** Arguments: jobs, viewers, seconds to measure. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 3) {
            System.err.println("arguments: jobs, viewers, seconds to measure; such as 5000 200 30");
            System.exit(2);
        }
        int viewers = Integer.parseInt(arguments[1]);
        ViewersLoad load =
                new ViewersLoad(Integer.parseInt(arguments[0]), Duration.ofSeconds(Integer.parseInt(arguments[2])));
        Vertx vertx = Vertx.vertx();
        try {
            load.measure(vertx, viewers);
        } finally {
            vertx.close();
        }
    }

    private void measure(Vertx vertx, int viewers) throws Exception {
        Dashboard dashboard = await(Dashboard.open(
                vertx,
                new Dashboard.Options(
                        new BindAddress("127.0.0.1", 0), new HttpServerOptions(), Set.of(), "'self'", "none", "bench"),
                new Dashboard.Content(jobs, jobs, AccessControl.everybody(), Optional.empty())));
        double alone = processors();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StreamViewers.class.getName(),
                        String.valueOf(dashboard.port()),
                        String.valueOf(viewers))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            awaitConnected(process);
            double watched = processors();
            System.out.printf(
                    Locale.ROOT,
                    "%,d jobs, %d changes a second: %.1f %% of a processor without viewers, %.1f %% with %d%n",
                    count,
                    CHANGES_A_SECOND,
                    100 * alone,
                    100 * watched,
                    viewers);
        } finally {
            process.getOutputStream().close();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            await(dashboard.close());
        }
    }

    private static void awaitConnected(Process process) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!"connected".equals(lines.readLine())) {
            throw new IllegalStateException("not all viewers could connect");
        }
    }

    /** How many processors this process keeps busy while jobs change. */
    private double processors() throws InterruptedException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ScheduledExecutorService changer = Executors.newSingleThreadScheduledExecutor();
        changer.scheduleAtFixedRate(this::change, 0, 1000 / CHANGES_A_SECOND, TimeUnit.MILLISECONDS);
        try {
            // By then every viewer has been sent the whole list, and code is warm.
            TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
            long before = system.getProcessCpuTime();
            TimeUnit.NANOSECONDS.sleep(period.toNanos());
            return (system.getProcessCpuTime() - before) / (double) period.toNanos();
        } finally {
            changer.shutdownNow();
        }
    }

    private void change() {
        jobs.change(random.nextInt(count), "turn " + ++changes);
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }
}
