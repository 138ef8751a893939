package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.api.JobActions;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an enemy may write where the page reads it, and what the page may change. */
@DisplayName("Hostile names and log lines, and changes of many jobs, in Chromium (OPS-77, OPS-113, OPS-114)")
final class HostileClusterIT extends InChromium {
    private static final String MARKUP = "<img src=x onerror=window.hit=1>";
    private static final List<String> VIEWS = List.of("", "/metrics", "/logs", "/events", "/spec");

    private static final Map<String, String> ORIGINS = Map.of(
            "JobSet/spec.command[0]", "first",
            "JobSet/spec.command[1]", "second",
            "JobSet/spec.command[2]", "third",
            "JobSet/spec.command[3]", "fourth",
            "JobSet/spec.script", "fifth",
            "JobSet/spec.k[l]: m", "sixth",
            "JobSet/spec.image", "seventh");

    private final List<String> done = new CopyOnWriteArrayList<>();

    @Override
    void fill() {
        views.put(Rows.saying(
                JobRow.of(Rows.summary("team-a", MARKUP, JobState.FAILED, now)),
                "\u202Egnp.exe <svg onload=window.hit=1> \u001b[31m"));
        for (int i = 0; i < 3; i++) {
            views.put(JobRow.of(Rows.summary("team-b", "run-" + i, JobState.RUNNING, now.minusSeconds(i))));
        }
        views.log(List.of(
                "</span><script>window.hit=1</script>",
                "\u001b]0;title\u0007\u001b]8;;javascript:window.hit=1\u0007click\u001b]8;;\u0007",
                "\u001b[2J\u001b[1;1Hover \u0000\u0001\u0008\u202E reversed",
                "y".repeat(10_000_000),
                "progress 1%\rprogress 2%\rprogress 100%",
                "after all that"));
        views.spec(new JobSpec(Map.of("kind", "TrainJob"), Map.of(), List.of(jobSet()), ORIGINS));
    }

    private static Map<String, Object> jobSet() {
        return Tree.object(
                (Map<?, ?>)
                        Yaml.parse(
                                """
                kind: JobSet
                spec:
                  command:
                    - "[INFO]: of a log"
                    - |
                      echo "[a]: b"
                      x[i: y
                    - 'say "c[d]: e'
                    - "{[f: g"
                  script: |-
                    h[i]: j
                    - k
                  "k[l]: m": n
                  image: o
                """));
    }

    @Override
    Optional<JobActions> actions() {
        return Optional.of(new JobActions() {
            @Override
            public Uni<Void> suspend(Caller who, JobKey job, boolean suspended) {
                done.add((suspended ? "suspend " : "resume ") + job);
                return Uni.createFrom().voidItem();
            }

            @Override
            public Uni<Void> delete(Caller who, JobKey job) {
                done.add("delete " + job);
                return Uni.createFrom().voidItem();
            }
        });
    }

    @Test
    void namesAreTextInEveryView() {
        for (String view : VIEWS) {
            go("#/jobs/team-a/"
                    + java.net.URLEncoder.encode(MARKUP, java.nio.charset.StandardCharsets.UTF_8)
                            .replace("+", "%20") + view);
            shows(MARKUP);
        }
        // No job can have such a name.
        assertThat(browser.takeProblems()).allMatch(problem -> problem.contains("404"));
        go("#/jobs");
        shows(MARKUP);

        assertThat(browser.evaluate(
                        "String(window.hit) + document.querySelectorAll('main img, main script, main svg').length"))
                .isEqualTo("undefined0");
    }

    @Test
    void aLineOfTenMegabytesIsCutAndWhatFollowsIsShown() {
        go("#/jobs/team-b/run-0/logs");
        shows("after all that", "progress 100%", "bytes more", "click");

        String text = browser.evaluate("document.getElementById('main').innerText");
        assertThat(text.length()).isLessThan(200_000);
        assertThat(text.chars().anyMatch(c -> c == 0x1B || c == 0x202E || c == 0x08))
                .isFalse();
        assertThat(text).doesNotContain("progress 1%", "javascript:");
        assertThat(browser.evaluate("String(window.hit) + document.title")).startsWith("undefinedrun-0");
    }

    @Test
    @DisplayName("whatever texts and names hold, each line of what a job became says who set it (OPS-113)")
    void linesOfASpecHaveTheirOrigins() {
        go("#/jobs/team-b/run-0/spec");
        shows("image: o");

        String origins = browser.evaluate("[...[...document.querySelectorAll('pre.yaml')].at(-1).children]"
                + ".map(line => line.firstChild.textContent).join(' ')");
        assertThat(origins.strip().split(" +"))
                .containsExactly(
                        "first", "second", "second", "second", "third", "fourth", "fifth", "fifth", "fifth", "sixth",
                        "seventh");
    }

    @Test
    void manyJobsAreSuspendedAfterOneQuestion() {
        go("#/jobs?namespace=team-b");
        shows("3 of 4 jobs");
        browser.evaluate("document.querySelector('.grid').focus()");
        for (int i = 0; i < 2; i++) {
            browser.key("j");
            browser.key("x");
        }
        shows("2 chosen");
        click("Suspend", "main");
        assertThat(done).isEmpty();
        click("Suspend", "dialog");

        await().atMost(ONE_MINUTE)
                .untilAsserted(
                        () -> assertThat(done).hasSize(2).allMatch(each -> each.startsWith("suspend team-b/run-")));
    }

    @Test
    @DisplayName(
            "jobs are chosen by their boxes, with a mouse, a range at a time or all at once, and with the keyboard; what filters hide is counted (OPS-123)")
    void jobsAreChosenByTheirBoxes() throws Exception {
        go("#/jobs?namespace=team-b&sort=name");
        shows("3 of 4 jobs");

        box("Choose run-0", "click()");
        box("Choose run-2", "dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true}))");
        shows("3 chosen");
        assertThat(browser.evaluate("document.querySelector('.head .choice input').checked + ' '"
                        + " + [...document.querySelectorAll('.row[aria-selected=true]')].length"))
                .isEqualTo("true 3");
        pictures("chosen");
        browser.size(390, 800);
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= 390"))
                .isEqualTo("true");
        browser.screenshot(PICTURES.resolve("phone-chosen.png"));
        browser.size(1360, 820);
        box("Choose all that are listed", "click()");
        await().atMost(ONE_MINUTE)
                .untilAsserted(() -> assertThat(browser.evaluate("document.querySelector('.bulk').hidden"))
                        .isEqualTo("true"));

        browser.evaluate("document.querySelector('.grid').focus()");
        browser.key("Home");
        browser.key(" ");
        shows("1 chosen");
        assertThat(browser.evaluate("document.querySelector('[aria-label=\"Choose run-0\"]').checked"))
                .isEqualTo("true");
        browser.evaluate(
                "document.getElementById('search').value = 'run-2'; document.getElementById('search').dispatchEvent(new Event('input'))");
        shows("1 of 4 jobs", "1 chosen, 1 of them not listed");
        click("Choose none", "main");
        await().atMost(ONE_MINUTE)
                .untilAsserted(() -> assertThat(browser.evaluate("document.querySelector('.bulk').hidden"))
                        .isEqualTo("true"));
        assertThat(done).noneMatch(each -> each.startsWith("resume"));
    }

    private void box(String label, String action) {
        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(
                        browser.evaluate("String(!!document.querySelector('[aria-label=\"" + label + "\"]'))"))
                .isEqualTo("true"));
        browser.evaluate("document.querySelector('[aria-label=\"" + label + "\"]')." + action);
    }

    @Test
    void aDeletionThatIsNotConfirmedIsNone() {
        go("#/jobs/team-b/run-1");
        shows("Timeline");
        click("Delete", "main");
        click("Cancel", "dialog");
        click("Delete", "main");
        click("Delete", "dialog");

        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(done).contains("delete team-b/run-1"));
        assertThat(done.stream().filter("delete team-b/run-1"::equals)).hasSize(1);
    }

    private void click(String button, String within) {
        await().atMost(ONE_MINUTE).untilAsserted(() -> assertThat(
                        browser.evaluate("(b => { b?.click(); return String(!!b); })([...document.querySelectorAll('"
                                + within + " button')].find(b => b.textContent === '" + button + "'))"))
                .isEqualTo("true"));
    }
}
