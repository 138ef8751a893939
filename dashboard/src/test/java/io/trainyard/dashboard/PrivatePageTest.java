package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.Dashboard.Content;
import io.trainyard.dashboard.Dashboard.Options;
import io.trainyard.dashboard.access.AccessControl;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A page for whoever knows its address (LOCAL-110, LOCAL-112)")
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(VertxExtension.class)
final class PrivatePageTest {
    private static final String SECRET = "s3cret_-";

    private final SampleViews views = new SampleViews(Rows.NOW);
    private Dashboard dashboard;

    @BeforeAll
    void open(Vertx vertx) {
        views.put(Rows.row("default", "mnist", JobState.RUNNING));
        dashboard = open(vertx, SECRET);
        await().atMost(ONE_MINUTE)
                .until(() -> get("/" + SECRET + "/api/v1/jobs").status() == 200);
    }

    private Dashboard open(Vertx vertx, String folder) {
        return wait(Dashboard.open(
                vertx,
                new Options(
                        new BindAddress("127.0.0.1", 0),
                        new HttpServerOptions(),
                        Set.of(),
                        "'none'",
                        "none",
                        "test",
                        folder),
                new Content(views, views, AccessControl.everybody(), Optional.empty())));
    }

    @Test
    void belowItsFolderThePageIsAsEverywhere() throws IOException {
        assertThat(dashboard.path()).isEqualTo("/" + SECRET + "/");
        assertThat(get(dashboard.path()).body()).contains("js/main.js");
        assertThat(get(dashboard.path() + "js/main.js").header("Content-Type"))
                .hasValue("text/javascript; charset=utf-8");
        assertThat(get(dashboard.path() + "api/v1/jobs/default/mnist").body()).contains("\"mnist\"");
        assertThat(get(dashboard.path() + "api/v1/openapi.json").status()).isEqualTo(200);
        assertThat(get(dashboard.path() + "api/v1/nothing").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/index.html",
                "/api/v1/jobs",
                "/api/v1/stream",
                "/s3cret/api/v1/jobs",
                "/s3cret_-x/api/v1/jobs",
                "//api/v1/jobs",
                "/x/../api/v1/jobs"
            })
    void whoeverDoesNotKnowTheAddressLearnsNothing(String path) throws IOException {
        Wire.Answer answer = get(path);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).doesNotContain("mnist", SECRET);
        assertThat(answer.header("Content-Security-Policy")).isPresent();
    }

    @Test
    void withoutItsLastSlashTheAddressLeadsToThePage() throws IOException {
        Wire.Answer answer = get("/" + SECRET);

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).hasValue("/" + SECRET + "/");
    }

    @Test
    void anotherHostOrSiteIsRefusedEvenWithTheAddress() throws IOException {
        String line = "GET " + dashboard.path() + "api/v1/jobs";

        assertThat(Wire.ask(dashboard.port(), line, "Host: evil.example").status())
                .isEqualTo(421);
        assertThat(Wire.ask(dashboard.port(), line, "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void pagesThatAreOpenLearnTheLastStateAndThatItWasTheLast(Vertx vertx) throws IOException {
        Dashboard ending = open(vertx, SECRET);
        try {
            assertThat(wait(ending.sayGoodbye())).isFalse();
            try (Wire stream = Wire.stream(ending.port(), "GET " + ending.path() + "api/v1/stream")) {
                stream.until("event: overview");
                views.put(Rows.row("default", "mnist", JobState.COMPLETE));

                assertThat(wait(ending.sayGoodbye())).isTrue();

                assertThat(stream.until("event: ended")).contains("\"state\":\"Complete\"");
            }
            assertThat(Wire.ask(ending.port(), "GET " + ending.path() + "api/v1/jobs/default/mnist")
                            .status())
                    .isEqualTo(200);
        } finally {
            wait(ending.close());
        }
    }

    @Test
    void aFolderIsOnePartOfAPath(Vertx vertx) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open(vertx, "a/b"))
                .withMessageContaining("a/b");
    }

    private Wire.Answer get(String path) throws IOException {
        return Wire.ask(dashboard.port(), "GET " + path);
    }

    private static <T> T wait(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }
}
