package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each view in a real browser, over a cluster that is made up. Leaves pictures of each, in light and dark, in {@code target/screenshots}. */
@DisplayName("The page in Chromium (OPS-70, OPS-72, OPS-74)")
final class PageIT extends InChromium {
    private static final JobState[] STATES = JobState.values();
    private static final Map<JobState, String> SENTENCES = Map.of(
            JobState.PENDING, "No node has 8 free nvidia.com/gpu",
            JobState.FAILED, "Rank 1 ran out of GPU memory, and the job failed with it",
            JobState.INITIALIZING, "It still fetches the data set: 12.4 of 40 GiB",
            JobState.SUSPENDED, "Quota for nvidia.com/gpu is used up; team-b/llama-4 holds 8");

    @Override
    void fill() {
        for (int i = 0; i < 400; i++) {
            JobState state = STATES[(i * 7 + i / 8) % STATES.length];
            JobRow row = JobRow.of(Rows.summary(
                    i % 3 == 0 ? "team-a" : "team-b", "llama-" + i, state, now.minusSeconds(700 + i * 90L)));
            views.put(Rows.with(
                    Rows.labelled(
                            Rows.saying(row, SENTENCES.getOrDefault(state, "")),
                            Map.of("team", i % 2 == 0 ? "vision" : "text")),
                    new Count(state == JobState.RUNNING ? 8 : 0, 8),
                    state == JobState.RUNNING || state.isOver()
                            ? Optional.of(now.minusSeconds(650 + i * 90L))
                            : Optional.empty()));
        }
        views.put(JobRow.of(Rows.summary("team-a", "bert", JobState.RUNNING, now.minusSeconds(900))));
        views.put(JobRow.of(Rows.summary("team-a", "broken", JobState.FAILED, now.minusSeconds(1200))));
        List<String> log = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            log.add("step " + i + " \u001b[32mloss\u001b[0m=" + (3.0 / (1 + i / 100.0)) + " rank RANK");
        }
        log.add("\u001b[33mUserWarning: this is deprecated\u001b[0m");
        log.add("<img src=x onerror=alert(1)> \u0007\u202E");
        log.add("x".repeat(200_000));
        log.add("\u001b[1;31mtorch.OutOfMemoryError: CUDA out of memory.\u001b[0m");
        views.log(log);
    }

    @Test
    void everyViewShowsWhatItIsFor() throws Exception {
        view("overview", "#/", "Needs attention", "llama-");
        view("jobs", "#/jobs", "402 jobs", "llama-");
        view("job", "#/jobs/team-a/bert", "Timeline", "bert-node-0-1", "Conditions", "first training step reported");
        view("failed", "#/jobs/team-a/broken", "Rank 1 ran out of GPU memory", "exit code 1", "Use a smaller batch");
        view("metrics", "#/jobs/team-a/bert/metrics", "train/loss", "Rank 2 is the slowest");
        view("logs", "#/jobs/team-a/bert/logs", "OutOfMemoryError", "rank 1");
        view("events", "#/jobs/team-a/bert/events", "FailedScheduling");
        view(
                "spec",
                "#/jobs/team-a/bert/spec",
                "torch-distributed",
                "replicatedJobs",
                "••••••",
                "plugin torch",
                "plugin coscheduling");
        view("runtimes", "#/runtimes", "old-torch", "deprecated");
        view("controller", "#/controller", "KAI is not installed");
    }

    @Test
    void aChangeIsSeenWithoutReloading() {
        go("#/jobs?q=comes-live");
        shows("No job matches");

        views.put(JobRow.of(Rows.summary("team-a", "comes-live", JobState.PENDING, now)));
        shows("comes-live", "Pending");
        views.put(JobRow.of(Rows.summary("team-a", "comes-live", JobState.RUNNING, now)));
        shows("comes-live", "Running");
        views.remove(new JobKey("team-a", "comes-live"));

        shows("No job matches");
    }

    @Test
    void filtersAreInTheAddressAndTheSearchIsAKeyAway() {
        go("#/jobs?state=Failed&namespace=team-a");
        shows("of 402 jobs");
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('.grid .row .state')].every(e => e.textContent === 'Failed')"))
                .isEqualTo("true");

        browser.evaluate("document.activeElement.blur()");
        browser.key("/");
        browser.type("broken");
        shows("1 of 402 jobs");

        assertThat(browser.evaluate("location.hash")).contains("q=broken", "state=Failed");
    }

    @Test
    void aJobThatWaitsInAQueueShowsWhoIsBeforeIt() throws Exception {
        views.put(Rows.queued(JobRow.of(Rows.summary("team-a", "llama", JobState.SUSPENDED, now)), "training"));
        go("#/jobs/team-a/llama");

        shows("1 before it in queue training: early.", "8 of 12 devices are in use");
        pictures("queued");
        views.remove(new JobKey("team-a", "llama"));
    }

    @Test
    void theListIsWalkedWithoutAMouse() {
        go("#/jobs?q=bert");
        shows("1 of 402 jobs");
        browser.evaluate("document.querySelector('.grid').focus()");
        browser.key("j");
        browser.key("Enter");

        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(browser.evaluate("location.hash"))
                .isEqualTo("#/jobs/team-a/bert"));
        shows("Timeline");
    }

    @Test
    void namesAndLogLinesOfAnEnemyAreText() {
        views.put(Rows.saying(
                JobRow.of(Rows.summary("team-a", "<img src=x onerror=window.hit=1>", JobState.FAILED, now)),
                "</script><script>window.hit=1</script>"));
        go("#/jobs?q=onerror");
        shows("<img src=x onerror=window.hit=1>");
        go("#/");
        shows("<img src=x onerror=window.hit=1>");
        go("#/jobs/team-a/bert/logs?find=onerror");
        shows("<img src=x onerror=alert(1)>", "\u2407", "bytes more");
        go("#/jobs/team-a/%3Cscript%3Ewindow.hit=1%3C%2Fscript%3E");
        shows("This job does not exist");

        assertThat(browser.evaluate("String(window.hit) + document.querySelectorAll('main img, main script').length"))
                .isEqualTo("undefined0");
        views.remove(new JobKey("team-a", "<img src=x onerror=window.hit=1>"));
        // The job that does not exist is an error of the network log.
        assertThat(browser.takeProblems()).allMatch(problem -> problem.contains("404"));
    }

    @Test
    void logsAreSearchedAndTheNextErrorIsFound() {
        go("#/jobs/team-a/bert/logs");
        shows("CUDA out of memory");
        browser.evaluate("document.querySelector('.log').scrollTop = 0");
        browser.evaluate("[...document.querySelectorAll('button')].find(b => b.textContent === 'Next error').click()");
        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(
                        browser.evaluate("document.querySelector('.log .l.hit')?.textContent ?? ''"))
                .contains("OutOfMemoryError"));

        browser.evaluate("document.getElementById('search').focus()");
        browser.type("step 77 ");

        shows("2 match");
    }

    @Test
    void logsOfRanksStandSideBySideAndAnEarlierAttemptIsAChoice() throws Exception {
        go("#/jobs/team-a/bert/logs");
        shows("rank 1");
        assertThat(panes()).isEqualTo("Logs");

        browser.evaluate(
                "[...document.querySelectorAll('button')].find(b => b.textContent === 'Side by side').click()");
        await().untilAsserted(() -> assertThat(panes()).isEqualTo("Log of bert-node-0-0, Log of bert-node-0-1"));
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('.log')].map(p => /rank (\\d)/.exec(p.innerText)?.[1]).join()"))
                .isEqualTo("0,1");
        assertThat(browser.evaluate("[...document.querySelectorAll('.logs h3')].map(e => e.textContent).join()"))
                .isEqualTo("rank 0, bert-node-0-0,rank 1, bert-node-0-1");
        pictures("logs-apart");

        browser.evaluate(
                "(s => { s.value = '0'; s.dispatchEvent(new Event('change')); })(document.querySelector('[aria-label=Attempt]'))");
        await().untilAsserted(
                        () -> assertThat(browser.evaluate("location.hash")).contains("attempt=0", "side=1"));
        await().untilAsserted(() -> assertThat(panes()).isEqualTo("Log of bert-node-0-0, Log of bert-node-0-1"));
    }

    private String panes() {
        return browser.evaluate(
                "[...document.querySelectorAll('.log')].map(pane => pane.getAttribute('aria-label')).join(', ')");
    }

    @Test
    void howLongStepsTakeIsAMapOfRanksAndTime() {
        go("#/jobs/team-a/bert/metrics");
        shows("Rank 2 is the slowest");

        assertThat(
                        browser.evaluate(
                                "(c => { const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; return new Set(Array.from({length: p.length / 4}, (_, i) => p.slice(4 * i, 4 * i + 3).join())).size > 3; })(document.querySelector('.heat canvas'))"))
                .isEqualTo("true");
        assertThat(browser.evaluate("document.querySelector('.heat .ranks').innerText"))
                .contains("rank 0")
                .contains("rank 2");
        assertThat(browser.evaluate("document.querySelectorAll('.heat .times span').length"))
                .isEqualTo("2");
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('.chart')].find(c => c.querySelector('.legend'))?.innerText"))
                .contains("rank 1");
    }

    @Test
    void aPageThatReadsYetOrFindsNoJobsSaysSo() throws Exception {
        int port = dashboard.port();
        SampleViews none = new SampleViews(now);
        none.know(false);
        wait(dashboard.close());
        dashboard = open(port, none);
        try {
            go("#/jobs");
            shows("Reading jobs…");
            assertThat(browser.evaluate("document.getElementById('connection').textContent"))
                    .isEqualTo("connecting…");
            pictures("reading");
            none.know(true);
            shows("No jobs yet");
            pictures("no-jobs");
        } finally {
            wait(dashboard.close());
            dashboard = open(port);
        }
        go("#/jobs");
        shows("402 jobs");
        browser.takeProblems();
    }

    @Test
    void ofFiveThousandJobsOnlyTheRowsThatAreSeenExist() throws Exception {
        for (int i = 0; i < 5_000; i++) {
            views.put(JobRow.of(Rows.summary("many", "job-" + i, JobState.RUNNING, now.minusSeconds(i))));
        }
        go("#/jobs?namespace=many");
        shows("5000 of 5402 jobs");
        assertThat(Integer.parseInt(browser.evaluate("document.querySelectorAll('.grid .row').length")))
                .isLessThan(80);

        double slowest = Double.parseDouble(browser.evaluate(
                "new Promise(done => { const g = document.querySelector('.grid'); let n = 0, last = performance.now(), worst = 0;"
                        + " const step = t => { worst = Math.max(worst, t - last); last = t; g.scrollTop += 900; if (++n < 60) requestAnimationFrame(step); else done(worst); };"
                        + " requestAnimationFrame(t => { last = t; requestAnimationFrame(step); }); })"));

        browser.screenshot(PICTURES.resolve("five-thousand-light.png"));
        assertThat(
                        browser.evaluate(
                                "String(Math.abs(document.querySelector('.grid .head').getBoundingClientRect().top - document.querySelector('.grid').getBoundingClientRect().top) < 2)"))
                .as("the heads of the columns stay where they are")
                .isEqualTo("true");
        System.getLogger("PageIT").log(System.Logger.Level.INFO, "slowest frame while scrolling: " + slowest + " ms");
        for (int i = 0; i < 5_000; i++) {
            views.remove(new JobKey("many", "job-" + i));
        }
        go("#/jobs");
        shows("402 jobs");
    }

    @Test
    void aPageThatLosesTheServerSaysSoAndComesBack() throws Exception {
        go("#/jobs");
        shows("402 jobs");
        int port = dashboard.port();
        wait(dashboard.close());
        connection("lost");
        browser.screenshot(PICTURES.resolve("disconnected-light.png"));
        shows("402 jobs");

        dashboard = open(port);

        connection("live");
        browser.takeProblems();
    }

    @Test
    void aPhoneShowsTheListAndAJob() throws Exception {
        browser.size(390, 800);
        try {
            go("#/jobs");
            shows("402 jobs");
            assertThat(browser.evaluate("document.documentElement.scrollWidth <= 390"))
                    .isEqualTo("true");
            browser.screenshot(PICTURES.resolve("phone-jobs.png"));
            go("#/jobs/team-a/bert");
            shows("Timeline");
            assertThat(browser.evaluate("document.documentElement.scrollWidth <= 390"))
                    .isEqualTo("true");
            browser.screenshot(PICTURES.resolve("phone-job.png"));
            go("#/jobs/team-a/bert/spec");
            shows("plugin torch");
            assertThat(browser.evaluate("document.documentElement.scrollWidth <= 390"))
                    .isEqualTo("true");
            browser.screenshot(PICTURES.resolve("phone-spec.png"));
        } finally {
            browser.size(1360, 820);
        }
    }

    private void view(String name, String hash, String... texts) throws Exception {
        for (boolean dark : List.of(false, true)) {
            browser.dark(dark);
            go(hash);
            shows(texts);
            browser.screenshot(PICTURES.resolve(name + (dark ? "-dark" : "-light") + ".png"));
        }
        browser.dark(false);
    }

    private void connection(String state) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(browser.evaluate("document.getElementById('connection').dataset.state"))
                        .isEqualTo(state));
    }
}
