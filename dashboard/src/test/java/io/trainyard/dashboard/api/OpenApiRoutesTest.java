package io.trainyard.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.Dashboard;
import io.trainyard.dashboard.OpenApiDocument;
import io.trainyard.dashboard.Rows;
import io.trainyard.dashboard.SampleViews;
import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.access.AntiForgery;
import io.trainyard.dashboard.access.HostCheck;
import io.trainyard.dashboard.feed.LiveFeed;
import io.trainyard.dashboard.page.Assets;
import io.trainyard.dashboard.page.SecurityHeaders;
import io.trainyard.foundation.json.Json;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The OpenAPI document and the router say the same (OPS-75)")
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(VertxExtension.class)
final class OpenApiRoutesTest {
    private static final OpenApiDocument DOCUMENT = OpenApiDocument.served();

    private final SampleViews views = new SampleViews(Rows.NOW);
    private final HttpClient http = HttpClient.newHttpClient();
    private Dashboard dashboard;

    @BeforeAll
    void open(Vertx vertx) {
        views.put(Rows.row("team-a", "bert", JobState.FAILED));
        dashboard = wait(Dashboard.open(
                vertx,
                new Dashboard.Options(
                        new BindAddress("127.0.0.1", 0), new HttpServerOptions(), Set.of(), "'self'", "none", "test"),
                new Dashboard.Content(views, views, AccessControl.everybody(), Optional.empty())));
        await().atMost(ONE_MINUTE).until(() -> get("/jobs").statusCode() == 200);
    }

    @Test
    void everyRouteIsDescribedAndEveryDescribedPathIsRouted(Vertx vertx) {
        assertThat(routed(vertx)).containsExactlyInAnyOrderElementsOf(DOCUMENT.operations());
    }

    static Stream<String> readable() {
        return DOCUMENT.operations().stream()
                .filter(operation -> operation.startsWith("GET "))
                .map(operation -> operation.substring(4))
                .filter(path -> DOCUMENT.answersWithJson("get", path));
    }

    @ParameterizedTest
    @MethodSource("readable")
    void everyAnswerHasTheFormThatIsDescribed(String path) throws Exception {
        HttpResponse<String> answer = get(path.replace("{namespace}", "team-a").replace("{name}", "bert"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(DOCUMENT.problems(
                        "get", path, "200", Json.parse(answer.body().getBytes())))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("readable")
    void soHasEveryRefusal(String path) throws Exception {
        if (path.contains("{name}")) {
            HttpResponse<String> answer =
                    get(path.replace("{namespace}", "team-a").replace("{name}", "none"));
            if (answer.statusCode() != 200) {
                assertThat(DOCUMENT.problems(
                                "get", path, "default", Json.parse(answer.body().getBytes())))
                        .isEmpty();
            }
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + dashboard.port() + "/api/v1" + path))
                        .timeout(Duration.ofSeconds(10))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Set<String> routed(Vertx vertx) {
        Context context = vertx.getOrCreateContext();
        VertxTimeSource time = new VertxTimeSource(context);
        LiveFeed feed = new LiveFeed(time, Runnable::run, "test");
        AntiForgery antiForgery = new AntiForgery(new SecureRandom());
        HostCheck hosts = new HostCheck(Set.of());
        Router api = ApiRoutes.api(
                context,
                time,
                feed,
                new ApiRoutes.Parts(
                        views,
                        views,
                        Optional.empty(),
                        AccessControl.everybody(),
                        hosts,
                        antiForgery,
                        new SecurityHeaders("'self'"),
                        Assets.read(),
                        "test",
                        "none",
                        ""),
                new Gate(AccessControl.everybody(), hosts, antiForgery));
        Set<String> operations = new TreeSet<>();
        for (Route route : api.getRoutes()) {
            if (route.getPath() != null) {
                for (HttpMethod method : route.methods()) {
                    operations.add(method.name().toUpperCase(Locale.ROOT) + " "
                            + route.getPath().replaceAll(":(\\w+)", "{$1}"));
                }
            }
        }
        return operations;
    }

    private static <T> T wait(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }
}
