package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.Dashboard.Content;
import io.trainyard.dashboard.Dashboard.Options;
import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.access.AntiForgery;
import io.trainyard.dashboard.access.Credentials;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.api.JobActions;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.foundation.json.Json;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ann may do everything in team-a, Bob may list and get jobs there, and nobody may do anything in the namespace closed. */
@DisplayName("Dashboard (OPS-70, OPS-71, OPS-74, OPS-75, OPS-77)")
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DashboardTest {
    private static final String[] ANN = {"Authorization: Bearer ann"};
    private static final String[] BOB = {"Authorization: Bearer bob"};
    private static final String JSON = "Content-Type: application/json";

    private final Vertx vertx = Vertx.vertx();
    private final SampleViews views = new SampleViews(Rows.NOW);
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private Dashboard readOnly;
    private Dashboard changing;

    @BeforeAll
    void open() {
        views.put(Rows.row("team-a", "bert", JobState.RUNNING));
        views.put(Rows.row("team-a", "llama", JobState.FAILED));
        views.put(Rows.row("closed", "hidden-job", JobState.RUNNING));
        readOnly = open(Optional.empty());
        changing = open(Optional.of(new Recording()));
        await().atMost(ONE_MINUTE).until(() -> get("/api/v1/jobs", ANN).status() == 200);
        await().atMost(ONE_MINUTE)
                .until(() -> Wire.ask(changing.port(), "GET /api/v1/jobs", ANN).status() == 200);
    }

    private Dashboard open(Optional<JobActions> actions) {
        return wait(Dashboard.open(
                vertx,
                new Options(
                        new BindAddress("127.0.0.1", 0),
                        new HttpServerOptions(),
                        Set.of("page.example.com"),
                        "'self'",
                        "token",
                        "test"),
                new Content(views, views, new Roles(), actions)));
    }

    @AfterAll
    void close() {
        wait(readOnly.close());
        wait(changing.close());
        assertThat(views.listeners()).as("nobody listens to changes any more").isZero();
        wait(Uni.createFrom().completionStage(() -> vertx.close().toCompletionStage()));
    }

    @Test
    void thePageAndItsFilesNeedNoTokenAndTellNothing() throws IOException {
        Wire.Answer page = get("/");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.header("Content-Security-Policy").orElseThrow()).contains("default-src 'none'");
        assertThat(get("/js/main.js").status()).isEqualTo(200);
        assertThat(get(
                                "/js/main.js",
                                "If-None-Match: "
                                        + get("/js/main.js").header("ETag").orElseThrow())
                        .status())
                .isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                "/js/../../../../etc/passwd",
                "/js/%2e%2e/%2e%2e/pom.xml",
                "/files.txt",
                "/api/v1/nothing",
                "/api/v2/jobs"
            })
    void nothingElseIsServed(String path) throws IOException {
        assertThat(get(path, ANN).status()).isIn(400, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/pods", "/events", "/metrics", "/spec", "/logs", "/report"})
    @DisplayName("names that no job can have are nobody's, and no right is asked for (OPS-131)")
    void namesThatNoJobCanHaveAreNobodys(String part) throws IOException {
        for (String job :
                List.of("n".repeat(7_000) + "/x", "team-a/" + "n".repeat(254), "Team/x", "a.b/x", "team-a/x_y")) {
            Wire.Answer answer = get("/api/v1/jobs/" + job + part, ANN);
            assertThat(answer.status()).as(job).isEqualTo(404);
        }
        for (String action : List.of("POST %s/suspend", "POST %s/resume", "DELETE %s")) {
            String request = action.formatted("/api/v1/jobs/Team/x");
            assertThat(Wire.ask(changing.port(), request, ANN).status())
                    .as(request)
                    .isIn(403, 404);
        }

        assertThat(asked).allMatch(namespace -> namespace.isEmpty() || namespace.matches("[a-z0-9-]{1,63}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/overview", "/jobs", "/jobs/team-a/bert", "/jobs/team-a/bert/pods", "/jobs/team-a/bert/events",
                        "/jobs/team-a/bert/metrics",
                "/jobs/team-a/bert/spec", "/jobs/team-a/bert/logs", "/runtimes", "/cluster", "/controller", "/stream"
            })
    void withoutATokenOrWithAForgedOneEverythingIsRefused(String path) throws IOException {
        assertThat(get("/api/v1" + path).status()).isEqualTo(401);
        assertThat(get("/api/v1" + path, "Authorization: Bearer forged").status())
                .isEqualTo(401);
        assertThat(get("/api/v1" + path, "Cookie: trainyard-token=forged").status())
                .isEqualTo(401);
        assertThat(get("/api/v1" + path, "kubeflow-userid: ann").status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/jobs/closed/hidden-job",
                "/jobs/closed/hidden-job/pods",
                "/jobs/closed/hidden-job/spec",
                "/jobs/closed/hidden-job/logs",
                "/jobs/closed/no-such-job"
            })
    void ofANamespaceThatAReaderMayNotSeeHeDoesNotEvenLearnWhichJobsThereAre(String path) throws IOException {
        assertThat(get("/api/v1" + path, ANN).status()).isEqualTo(403);
    }

    @Test
    void listsHoldOnlyWhatTheReaderMaySee() throws IOException {
        for (String path : List.of("/jobs", "/overview", "/runtimes", "/cluster")) {
            Wire.Answer answer = get("/api/v1" + path, ANN);
            assertThat(answer.status()).as(path).isEqualTo(200);
            assertThat(answer.body()).as(path).doesNotContain("closed", "hidden-job", "secret-runtime");
        }
        assertThat(tree(get("/api/v1/jobs", ANN)).get("total")).isEqualTo(2L);
        assertThat(get("/api/v1/overview", ANN).body()).contains("\"Running\":1");
    }

    @Test
    void whoMayNotSeePodsOrEventsSeesTheRestAndWhatIsHidden() throws IOException {
        Map<String, Object> all = tree(get("/api/v1/jobs/team-a/bert", ANN));
        Map<String, Object> some = tree(get("/api/v1/jobs/team-a/bert", BOB));

        assertThat(all).containsKeys("pods", "events", "conditions").containsEntry("hidden", List.of());
        assertThat(some).containsKey("conditions").doesNotContainKeys("pods", "ranks", "events", "why");
        assertThat((List<?>) some.get("hidden")).hasSize(5);
        assertThat(get("/api/v1/jobs/team-a/bert/pods", BOB).status()).isEqualTo(403);
        assertThat(get("/api/v1/jobs/team-a/bert/events", BOB).status()).isEqualTo(403);
        assertThat(get("/api/v1/jobs/team-a/bert/logs", BOB).status()).isEqualTo(403);
    }

    @Test
    void aSpecHoldsNoSecretAndALinkNoScript() throws IOException {
        assertThat(get("/api/v1/jobs/team-a/bert/spec", ANN).body())
                .contains("HF_TOKEN")
                .doesNotContain("hunter2");
        assertThat(get("/api/v1/jobs/team-a/bert", ANN).body())
                .contains("click me")
                .doesNotContain("javascript:");
    }

    @Test
    void whatIsWrongIsAnsweredWithAMessageAndNoStackTrace() throws IOException {
        Wire.Answer wrong = get("/api/v1/jobs?state=Sleeping", ANN);

        assertThat(wrong.status()).isEqualTo(400);
        assertThat(String.valueOf(tree(wrong).get("message"))).startsWith("state: there is no Sleeping");
        assertThat(get("/api/v1/jobs?limit=1&limit=2", ANN).status()).isEqualTo(400);
        assertThat(get("/api/v1/jobs/team-a/none", ANN).status()).isEqualTo(404);
        assertThat(get("/api/v1/jobs/team-a/%ff%fe%3Cscript%3E", ANN).body()).doesNotContain("<script>", "Exception");
        assertThat(Wire.ask(readOnly.port(), "POST /api/v1/jobs", ANN).status()).isIn(404, 405);
        assertThat(Wire.ask(readOnly.port(), "POST /", ANN).status()).isEqualTo(405);
    }

    @Test
    void anAnswerThatTheAskerHasIsNotSentAgain() throws IOException {
        String tag = get("/api/v1/jobs", ANN).header("ETag").orElseThrow();

        Wire.Answer again = get("/api/v1/jobs", ANN[0], "If-None-Match: " + tag);

        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.header("Cache-Control")).hasValue("private, no-cache");
    }

    @ParameterizedTest
    @CsvSource({"evil.example.com", "localhost.evil.example.com:80", "''"})
    void anotherHostIsNotUs(String host) throws IOException {
        for (String path : List.of("/", "/api/v1/session", "/api/v1/stream")) {
            assertThat(get(path, ANN[0], "Host: " + host).status()).as(path).isIn(400, 421);
        }
        assertThat(get("/", "Host: page.example.com").status()).isEqualTo(200);
    }

    @Test
    void pagesOfOtherSitesAreAnsweredNothingNotEvenByTheStream() throws IOException {
        for (String path :
                List.of("/api/v1/jobs", "/api/v1/stream", "/api/v1/session", "/api/v1/jobs/team-a/bert/logs")) {
            assertThat(get(path, "Cookie: trainyard-token=ann", "Sec-Fetch-Site: cross-site")
                            .status())
                    .isEqualTo(403);
            assertThat(get(path, "Cookie: trainyard-token=ann", "Sec-Fetch-Site: same-site")
                            .status())
                    .isEqualTo(403);
            Wire.Answer answer = get(path, "Cookie: trainyard-token=ann", "Origin: https://evil.example.com");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        }
        assertThat(get("/", "Sec-Fetch-Site: cross-site").status())
                .as("a link to the page")
                .isEqualTo(200);
    }

    @Test
    void aTokenBecomesACookieThatNoScriptAndNoOtherSiteCanUse() throws IOException {
        Wire.Answer answer =
                Wire.ask(readOnly.port(), "POST /api/v1/session", "{\"token\":\" ann \"}", new String[] {JSON});

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Set-Cookie").orElseThrow())
                .startsWith("trainyard-token=ann;")
                .containsIgnoringCase("HttpOnly")
                .contains("SameSite=Strict", "Path=/");
        assertThat(tree(answer)).containsEntry("user", "ann").containsEntry("known", true);
        assertThat(get("/api/v1/jobs", "Cookie: trainyard-token=ann").status()).isEqualTo(200);
    }

    @Test
    void aWrongTokenIsNoCookieAndAFormOfAnotherSiteIsNotRead() throws IOException {
        Wire.Answer wrong =
                Wire.ask(readOnly.port(), "POST /api/v1/session", "{\"token\":\"forged\"}", new String[] {JSON});

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.header("Set-Cookie")).isEmpty();
        assertThat(Wire.ask(readOnly.port(), "POST /api/v1/session", "{\"token\":\"ann\"}", new String[] {
                            "Content-Type: text/plain"
                        })
                        .status())
                .isEqualTo(415);
        for (String body : List.of("{", "[]", "{\"token\":1}", "\"ann\"")) {
            assertThat(Wire.ask(readOnly.port(), "POST /api/v1/session", body, new String[] {JSON})
                            .status())
                    .as(body)
                    .isIn(400, 401);
        }
        assertThat(Wire.ask(
                                readOnly.port(),
                                "POST /api/v1/session",
                                "{\"token\":\"" + "x".repeat(20_000) + "\"}",
                                new String[] {JSON})
                        .status())
                .isEqualTo(413);
    }

    @Test
    void thePageShowsUnlessChangesAreSwitchedOn() throws IOException {
        String word = String.valueOf(tree(get("/api/v1/session", ANN)).get("antiForgery"));

        Wire.Answer answer =
                Wire.ask(readOnly.port(), "DELETE /api/v1/jobs/team-a/bert", ANN[0], AntiForgery.HEADER + ": " + word);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("trainyard.dashboard.readOnly");
        assertThat(tree(get("/api/v1/session", ANN))).containsEntry("readOnly", true);
    }

    @Test
    void aChangeNeedsTheWordAgainstForgeryAndTheReadersOwnRight() throws IOException {
        String ofAnn =
                AntiForgery.HEADER + ": " + tree(get("/api/v1/session", ANN)).get("antiForgery");
        String ofBob =
                AntiForgery.HEADER + ": " + tree(get("/api/v1/session", BOB)).get("antiForgery");
        String job = "/api/v1/jobs/team-a/llama";

        assertThat(Wire.ask(changing.port(), "POST " + job + "/suspend", ANN).status())
                .as("no word")
                .isEqualTo(403);
        assertThat(Wire.ask(changing.port(), "POST " + job + "/suspend", ANN[0], ofBob)
                        .status())
                .as("another's word")
                .isEqualTo(403);
        assertThat(Wire.ask(changing.port(), "POST " + job + "/suspend", BOB[0], ofBob)
                        .status())
                .as("no right")
                .isEqualTo(403);
        assertThat(Wire.ask(changing.port(), "DELETE /api/v1/jobs/closed/hidden-job", ANN[0], ofAnn)
                        .status())
                .isEqualTo(403);
        assertThat(done).isEmpty();

        assertThat(Wire.ask(changing.port(), "POST " + job + "/suspend", ANN[0], ofAnn)
                        .status())
                .isEqualTo(200);
        assertThat(Wire.ask(changing.port(), "POST " + job + "/resume", ANN[0], ofAnn)
                        .status())
                .isEqualTo(200);
        assertThat(Wire.ask(changing.port(), "DELETE " + job, ANN[0], ofAnn).status())
                .isEqualTo(200);
        assertThat(done)
                .containsExactly("ann suspend team-a/llama", "ann resume team-a/llama", "ann delete team-a/llama");
    }

    @Test
    void theStreamBeginsWithEverythingAndGoesOnWithChangesThatTheReaderMaySee() throws IOException {
        try (Wire stream = Wire.stream(readOnly.port(), "GET /api/v1/stream", ANN)) {
            String begun = stream.until("event: overview");
            assertThat(begun)
                    .contains("text/event-stream", "event: all", "\"bert\"")
                    .doesNotContain("hidden-job");

            views.put(Rows.row("closed", "another-hidden-job", JobState.PENDING));
            views.put(Rows.row("team-a", "newcomer", JobState.PENDING));
            assertThat(stream.until("\"newcomer\"")).contains("event: changes").doesNotContain("hidden-job");
            views.remove(new JobKey("team-a", "newcomer"));
            views.remove(new JobKey("closed", "another-hidden-job"));
            assertThat(stream.until("\"gone\":[{")).doesNotContain("hidden-job");
        }
    }

    @Test
    void oneReaderHasSoManyStreamsAndNoMore() throws IOException {
        List<Wire> streams = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Wire stream = Wire.stream(changing.port(), "GET /api/v1/stream", BOB);
                streams.add(stream);
                stream.until("event: all");
            }
            assertThat(Wire.ask(changing.port(), "GET /api/v1/stream", BOB).status())
                    .isEqualTo(429);
            assertThat(Wire.ask(changing.port(), "GET /api/v1/jobs", BOB).status())
                    .isEqualTo(200);
            streams.get(0).close();
            await().atMost(ONE_MINUTE).until(() -> {
                Wire stream = Wire.stream(changing.port(), "GET /api/v1/stream", BOB);
                streams.add(stream);
                return stream.until("\r\n").contains(" 200 ");
            });
        } finally {
            for (Wire stream : streams) {
                stream.close();
            }
        }
    }

    @Test
    void logsAreEventsOfHarmlessPiecesOrAFile() throws IOException {
        views.log(List.of("\u001b[31mrank RANK <b>fails</b>\u001b[0m", "plain"));

        String events = Wire.ask(readOnly.port(), "GET /api/v1/jobs/team-a/bert/logs", ANN)
                .body();
        Wire.Answer file = get("/api/v1/jobs/team-a/bert/logs?download=true&ranks=1", ANN);

        assertThat(events).contains("event: origins", "\"x\":[\"rank 0 <b>fails</b>\",\"f1\"]", "rank 1", "event: end");
        assertThat(file.header("Content-Type")).hasValue("text/plain; charset=utf-8");
        assertThat(file.header("Content-Disposition")).hasValue("attachment; filename=\"team-a-bert.log\"");
        assertThat(file.header("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(file.body()).contains("rank 1").doesNotContain("rank 0");
    }

    private Wire.Answer get(String path, String... headers) throws IOException {
        return Wire.ask(readOnly.port(), "GET " + path, headers);
    }

    private static Map<String, Object> tree(Wire.Answer answer) {
        return Json.parseObject(answer.body());
    }

    private static <T> T wait(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }

    private final class Roles implements AccessControl {
        @Override
        public Uni<Optional<Identity>> identify(Credentials credentials) {
            return Uni.createFrom()
                    .item(Optional.of(credentials.token())
                            .filter(Set.of("ann", "bob")::contains)
                            .map(name -> new Identity(name, "", List.of(), Map.of())));
        }

        @Override
        public Uni<Boolean> allowed(Identity who, Right right, String namespace) {
            asked.add(namespace);
            boolean ann = who.name().equals("ann")
                    && (namespace.equals("team-a")
                            || right.equals(Right.LIST_CLUSTER_RUNTIMES)
                            || right.equals(Right.LIST_NODES));
            boolean bob = namespace.equals("team-a") && (right.equals(Right.LIST_JOBS) || right.equals(Right.GET_JOB));
            return Uni.createFrom().item(ann || bob && who.name().equals("bob"));
        }
    }

    private final class Recording implements JobActions {
        @Override
        public Uni<Void> suspend(Caller who, JobKey job, boolean suspended) {
            done.add(who.who().name() + (suspended ? " suspend " : " resume ") + job);
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Void> delete(Caller who, JobKey job) {
            done.add(who.who().name() + " delete " + job);
            return Uni.createFrom().voidItem();
        }
    }
}
