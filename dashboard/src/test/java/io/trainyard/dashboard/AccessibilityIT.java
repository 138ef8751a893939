package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.api.JobActions;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Each view is fit for people who cannot see well or use no mouse, says axe (OPS-117)")
final class AccessibilityIT extends InChromium {
    private final String axe = axe();

    @Override
    void fill() {
        for (JobState state : JobState.values()) {
            JobRow row = JobRow.of(
                    Rows.summary("team-a", "job-" + state.text().toLowerCase(), state, now.minusSeconds(900)));
            views.put(Rows.saying(row, state == JobState.PENDING ? "No node has 8 free nvidia.com/gpu" : ""));
        }
        views.log(List.of(
                "\u001b[32mfine\u001b[0m",
                "\u001b[33mUserWarning: old\u001b[0m",
                "\u001b[1;31mError: no memory\u001b[0m"));
    }

    /** With all that can be done to jobs, so that its boxes and buttons are looked at, too. */
    @Override
    Optional<JobActions> actions() {
        return Optional.of(new JobActions() {
            @Override
            public Uni<Void> suspend(Caller who, JobKey job, boolean suspended) {
                return Uni.createFrom().voidItem();
            }

            @Override
            public Uni<Void> delete(Caller who, JobKey job) {
                return Uni.createFrom().voidItem();
            }
        });
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    /,                              Needs attention
                    /jobs,                          9 jobs
                    /jobs?q=nothing-is-called-so,   No job matches
                    /jobs/team-a/job-running,       Timeline
                    /jobs/team-a/job-failed,        Use a smaller batch
                    /jobs/team-a/job-pending,       No node has 8 free
                    /jobs/team-a/job-running/metrics, train/loss
                    /jobs/team-a/job-running/logs,  no memory
                    /jobs/team-a/job-running/events, FailedScheduling
                    /jobs/team-a/job-running/spec,  torch-distributed
                    /runtimes,                      deprecated
                    /controller,                    PodGroup of KAI
                    /nowhere,                       There is no such page
                    """)
    void noSeriousFindings(String hash, String text) {
        go("#" + hash);
        shows(text);
        // A job that is chosen brings buttons.
        browser.evaluate("document.querySelector('.row .choice input')?.click()");
        browser.evaluate(axe);
        for (boolean dark : List.of(false, true)) {
            browser.dark(dark);

            assertThat(findings()).as(hash + (dark ? " dark" : " light")).isEqualTo("[]");
        }
        browser.dark(false);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void norInAReport(boolean dark) throws IOException {
        browser.dark(dark);
        browser.open(
                ReportFile.of(views, new JobKey("team-a", "job-failed"), now).toString());
        await().atMost(ONE_MINUTE)
                .untilAsserted(() -> assertThat(browser.evaluate("document.querySelectorAll('footer').length"))
                        .isEqualTo("1"));
        browser.evaluate(axe);

        assertThat(findings()).isEqualTo("[]");
        browser.dark(false);
    }

    private String findings() {
        return browser.evaluate(
                "axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify(r.violations"
                        + ".filter(v => v.impact === 'serious' || v.impact === 'critical')"
                        + ".map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join(' | '))))");
    }

    private static String axe() {
        try (InputStream script =
                AccessibilityIT.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
