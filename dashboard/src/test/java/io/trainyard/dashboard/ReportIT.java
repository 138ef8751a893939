package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A report in Chromium, without a network (OPS-116)")
final class ReportIT extends InChromium {
    private static final JobKey BROKEN = new JobKey("team-a", "broken");

    @Override
    void fill() {
        views.put(JobRow.of(Rows.summary("team-a", "broken", JobState.FAILED, now.minusSeconds(1200))));
        views.put(JobRow.of(
                Rows.summary("team-a", "<img src=x onerror=window.hit=1>", JobState.FAILED, now.minusSeconds(60))));
        views.log(List.of(
                "<script>window.hit=1</script>",
                "\u001b[31mtorch.OutOfMemoryError\u001b[0m \u0007\u202E",
                "x".repeat(10_000_000)));
    }

    @Test
    void isWholeAndAsksNobody() throws Exception {
        browser.open("about:blank");
        browser.offline(true);
        try {
            for (boolean dark : List.of(false, true)) {
                browser.dark(dark);
                browser.open(ReportFile.of(views, BROKEN, now).toString());

                await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(text())
                        .contains("Rank 1 ran out of GPU memory", "exit code 1", "train/loss", "FailedScheduling"));
                assertThat(browser.evaluate("document.querySelectorAll('polyline').length > 4"))
                        .isEqualTo("true");
                // The style that the policy allows is in force.
                assertThat(browser.evaluate("getComputedStyle(document.querySelector('.why')).borderLeftStyle"))
                        .isEqualTo("solid");
                browser.screenshot(PICTURES.resolve(dark ? "report-dark.png" : "report-light.png"));
            }
        } finally {
            browser.offline(false);
            browser.dark(false);
        }
    }

    @Test
    void runsNothingOfAnEnemy() throws IOException {
        browser.open(ReportFile.of(views, new JobKey("team-a", "<img src=x onerror=window.hit=1>"), now)
                .toString());

        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(text()).contains("<img src=x onerror=window.hit=1>"));
        assertThat(browser.evaluate("String(window.hit) + document.querySelectorAll('img, script').length"))
                .isEqualTo("undefined0");
    }

    @Test
    void theButtonOfThePageLeadsToTheSameFile() {
        go("#/jobs/team-a/broken");
        shows("Timeline");

        assertThat(
                        browser.evaluate(
                                "fetch(document.querySelector('a[download]').href).then(async r => [r.status, r.headers.get('content-disposition'), (await r.text()).includes('First failure')].join())"))
                .isEqualTo("200,attachment; filename=\"team-a-broken-report.html\",true");
    }

    private String text() {
        return browser.evaluate("document.body?.innerText ?? ''");
    }
}
