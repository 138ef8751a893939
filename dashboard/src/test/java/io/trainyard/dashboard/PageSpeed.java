package io.trainyard.dashboard;

import static org.awaitility.Awaitility.await;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.view.JobRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Measures the page with 5,000 jobs: first paint, and how late a change is seen. Prints figures, asserts none, and runs only when it is named
 * ({@code -Dit.test=PageSpeed}).
 */
@Timeout(400)
final class PageSpeed extends InChromium {
    private static final int JOBS = 5_000;
    private static final int LOADS = 12;
    private static final int CHANGES = 300;
    private static final int CHANGES_A_SECOND = 20;

    private final Random random = new Random(7);
    private final AtomicInteger counter = new AtomicInteger();

    @Override
    void fill() {
        for (int i = 0; i < JOBS; i++) {
            put(i, "");
        }
    }

    private void put(int number, String sentence) {
        JobState[] states = JobState.values();
        views.put(Rows.saying(
                JobRow.of(Rows.summary(
                        "team-" + number % 20,
                        "job-" + number,
                        states[number % states.length],
                        now.minusSeconds(number))),
                sentence));
    }

    @Test
    void figures() throws Exception {
        List<Double> paints = new ArrayList<>();
        List<Double> lists = new ArrayList<>();
        for (int i = 0; i < LOADS; i++) {
            load(paints, lists);
        }
        print("first contentful paint, ms", paints);
        print("list of " + JOBS + " jobs there, ms", lists);
        print("a change is seen after, ms", changes());
    }

    private void load(List<Double> paints, List<Double> lists) {
        browser.open("about:blank");
        browser.open("http://127.0.0.1:" + dashboard.port() + "/#/jobs");
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> !browser.evaluate("location.pathname")
                .equals("blank"));
        lists.add(Double.parseDouble(browser.evaluate(
                "new Promise(done => { const look = () => document.querySelectorAll('.grid .row').length > 5 && document.querySelector('.count')?.textContent === '"
                        + JOBS + " jobs' ? done(performance.now()) : requestAnimationFrame(look); look(); })")));
        paints.add(Double.parseDouble(
                browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1")));
    }

    /** From the change in the server's caches until its text stands in the page, while others change too. */
    private List<Double> changes() throws Exception {
        browser.evaluate(
                "window.seen = {}; new MutationObserver(() => { for (const e of document.querySelectorAll('.grid .row > *')) {"
                        + " const t = e.textContent; if (t.startsWith('change-') && !(t in window.seen)) window.seen[t] = Date.now(); } })"
                        + ".observe(document.querySelector('.grid'), {subtree: true, childList: true, characterData: true})");
        List<Double> delays = new ArrayList<>();
        ScheduledExecutorService others = others();
        try {
            for (int i = 0; i < CHANGES; i++) {
                Thread.sleep(30 + random.nextInt(250));
                String text = "change-" + i;
                long made = System.currentTimeMillis();
                // The rows that are on the screen are the newest.
                put(random.nextInt(15), text);
                String seen =
                        browser.evaluate("new Promise(done => { const end = Date.now() + 5000; const look = () => '"
                                + text + "' in window.seen || Date.now() > end ? done(window.seen['" + text
                                + "'] ?? -1) : requestAnimationFrame(look); look(); })");
                delays.add(Double.parseDouble(seen) - made);
            }
        } finally {
            others.shutdownNow();
        }
        return delays;
    }

    private ScheduledExecutorService others() {
        ScheduledExecutorService others = Executors.newSingleThreadScheduledExecutor();
        others.scheduleAtFixedRate(
                () -> put(100 + random.nextInt(JOBS - 100), "turn " + counter.incrementAndGet()),
                0,
                1000 / CHANGES_A_SECOND,
                TimeUnit.MILLISECONDS);
        return others;
    }

    private static void print(String what, List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "| %s | p50 %.0f, p99 %.0f, worst %.0f (%d) |%n",
                what,
                sorted.get(sorted.size() / 2),
                sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1),
                sorted.get(sorted.size() - 1),
                sorted.size());
    }
}
