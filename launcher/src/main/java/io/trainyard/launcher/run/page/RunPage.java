package io.trainyard.launcher.run.page;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.dashboard.Dashboard;
import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.run.LocalRun;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The web page of a run, for whoever knows its address: it can be reached from this machine alone, and other users of it cannot guess it. Lives on one
 * context; futures complete there.
 */
public final class RunPage {
    private static final Logger LOG = LoggerFactory.getLogger(RunPage.class);
    private static final String HOST = "127.0.0.1";
    private static final int SECRET_BYTES = 16;

    /** Open pages read once more what they want to show after the end. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final TimeSource time;
    private final LocalRun.Page settings;
    private final Content content;
    private final Consumer<String> say;
    private final String secret;
    private final Path shortcut;
    private @Nullable Future<Optional<Dashboard>> opened;
    private boolean promised;

    /**
     * What it shows.
     *
     * @param views asked once, when the page is opened
     */
    public record Content(Supplier<Future<JobViews>> views, LogSource logs) {}

    /**
     * A page.
     *
     * @param time of the context
     * @param say tells the user something
     * @param folder of the run; what leads a browser to the page lies there
     * @param secret the part of its address that nobody else knows
     */
    public RunPage(
            Vertx vertx,
            TimeSource time,
            LocalRun.Page settings,
            Content content,
            Consumer<String> say,
            Path folder,
            String secret) {
        this.secret = secret;
        this.shortcut = folder.resolve("live-page.html");
        this.vertx = vertx;
        this.time = time;
        this.settings = settings;
        this.content = content;
        this.say = say;
    }

    /** Opens it if it is wanted, and tells its address; once is enough. A page that cannot be opened does not keep the run from going on. */
    public void open() {
        if (opened != null || !settings.shown()) {
            return;
        }
        opened = content.views()
                .get()
                .compose(this::dashboard)
                .onSuccess(this::announce)
                .map(Optional::of)
                .recover(failure -> {
                    LOG.warn("the page cannot be opened", failure);
                    say.accept("There is no live page: "
                            + (settings.port() > 0 ? "--page-port: " : "")
                            + Optional.ofNullable(failure.getCause())
                                    .orElse(failure)
                                    .getMessage());
                    return Future.succeededFuture(Optional.empty());
                });
    }

    private Future<Dashboard> dashboard(JobViews views) {
        return future(Dashboard.open(
                vertx,
                new Dashboard.Options(
                        new BindAddress(HOST, settings.port()),
                        new HttpServerOptions(),
                        Set.of(),
                        "'none'",
                        "none",
                        BuildInfo.current().version(),
                        secret),
                new Dashboard.Content(views, content.logs(), AccessControl.everybody(), Optional.empty())));
    }

    /** A secret that nobody can guess. */
    public static String newSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Where it is, once it is open; empty when it cannot be opened, or nobody has asked for that. */
    public Future<Optional<String>> address() {
        return opened == null
                ? Future.succeededFuture(Optional.empty())
                : opened.map(page -> page.map(RunPage::address));
    }

    /** Where it will be, once it is opened; empty where that is not known, or nobody wants one. */
    public Optional<String> promise() {
        promised = settings.shown() && settings.port() > 0;
        return promised ? Optional.of("http://" + HOST + ":" + settings.port() + "/" + secret + "/") : Optional.empty();
    }

    private static String address(Dashboard dashboard) {
        return "http://" + HOST + ":" + dashboard.port() + dashboard.path();
    }

    private void announce(Dashboard dashboard) {
        String address = address(dashboard);
        if (!promised) {
            say.accept("Live page: " + address);
        }
        if (settings.opened()) {
            vertx.executeBlocking(
                    () -> {
                        Browser.open(shortcut, address);
                        return null;
                    },
                    false);
        }
    }

    /** Closes it; first, pages that are open learn how the run has ended. */
    public Future<Void> close() {
        return opened == null
                ? Future.succeededFuture()
                : opened.compose(page -> page.map(this::close).orElseGet(Future::succeededFuture));
    }

    private Future<Void> close(Dashboard dashboard) {
        return future(dashboard.sayGoodbye())
                .compose(anybody -> anybody ? after(LAST_LOOK) : Future.succeededFuture())
                .compose(done -> future(dashboard.close()));
    }

    private Future<Void> after(Duration delay) {
        Promise<Void> promise = Promise.promise();
        time.after(delay, promise::complete);
        return promise.future();
    }

    private <T> Future<T> future(Uni<T> uni) {
        Context context = vertx.getOrCreateContext();
        return Future.fromCompletionStage(uni.subscribeAsCompletionStage(), context);
    }
}
