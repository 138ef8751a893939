package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.dashboard.Dashboard.Content;
import io.trainyard.dashboard.Dashboard.Options;
import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.api.JobActions;
import io.trainyard.testcluster.browser.Chromium;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A page over a cluster that is made up, in a real browser. After each test nothing may have gone wrong in it, and no other server been asked. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InChromium {
    static final Path PICTURES = Path.of("target/screenshots");

    private final Vertx vertx = Vertx.vertx();
    final Instant now = new VertxTimeSource(vertx.getOrCreateContext()).now();
    final SampleViews views = new SampleViews(now);
    Dashboard dashboard;
    Chromium browser;

    @BeforeAll
    void start() throws Exception {
        Optional<Path> program = Chromium.program();
        if (!Boolean.getBoolean("browser.required")) {
            assumeTrue(program.isPresent(), "there is no Chromium on the PATH");
        }
        fill();
        dashboard = open(0);
        browser = Chromium.start(vertx, program.orElseThrow());
        browser.size(1360, 820);
    }

    /** Makes up the cluster. */
    abstract void fill();

    /** What the page may do to jobs. */
    Optional<JobActions> actions() {
        return Optional.empty();
    }

    Dashboard open(int port) {
        return open(port, views);
    }

    /** The same over another cluster. */
    Dashboard open(int port, SampleViews views) {
        return wait(Dashboard.open(
                vertx,
                new Options(
                        new BindAddress("127.0.0.1", port),
                        new HttpServerOptions(),
                        Set.of(),
                        "'self'",
                        "none",
                        "0.1.0"),
                new Content(views, views, AccessControl.everybody(), actions())));
    }

    @AfterEach
    void nothingWentWrongAndNoOtherServerWasAsked() {
        assertThat(browser.takeProblems()).isEmpty();
        assertThat(browser.requests()).allSatisfy(url -> assertThat(url)
                .matches("(http://127.0.0.1:" + dashboard.port() + "/|about:|data:|blob:|file:).*"));
    }

    @AfterAll
    void stop() throws Exception {
        if (browser != null) {
            browser.close();
            wait(dashboard.close());
        }
        wait(Uni.createFrom().completionStage(() -> vertx.close().toCompletionStage()));
    }

    void go(String hash) {
        browser.open("about:blank");
        browser.open("http://127.0.0.1:" + dashboard.port() + "/" + hash);
    }

    void shows(String... texts) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(browser.evaluate("document.getElementById('main')?.innerText ?? ''"))
                        .contains(texts));
    }

    /** What is shown, in light and dark, in the folder of screenshots. */
    void pictures(String name) throws IOException {
        for (boolean dark : List.of(false, true)) {
            browser.dark(dark);
            browser.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
            browser.screenshot(PICTURES.resolve(name + (dark ? "-dark" : "-light") + ".png"));
        }
        browser.dark(false);
    }

    static <T> T wait(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }
}
