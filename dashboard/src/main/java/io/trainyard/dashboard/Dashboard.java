package io.trainyard.dashboard;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.http.HttpEndpoint;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.http.PortLimits;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.access.AntiForgery;
import io.trainyard.dashboard.access.HostCheck;
import io.trainyard.dashboard.api.ApiRoutes;
import io.trainyard.dashboard.api.JobActions;
import io.trainyard.dashboard.feed.LiveFeed;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.page.Assets;
import io.trainyard.dashboard.page.SecurityHeaders;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.ext.web.Router;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The web page, on a port of its own. Runs on every replica. All methods may be called from any thread. */
public final class Dashboard {
    private static final String SETTING = "trainyard.dashboard.port";

    private final HttpListener listener;
    private final Watching watching;
    private final String path;

    private Dashboard(HttpListener listener, Watching watching, String path) {
        this.path = path;
        this.listener = listener;
        this.watching = watching;
    }

    /**
     * Where and for whom the page is.
     *
     * @param transport how to speak HTTP, with or without TLS
     * @param hosts names under which the page may be called, beside {@code localhost} and addresses; {@code *} for any
     * @param frames whose pages may show ours inside; {@code 'self'} for those under the same address
     * @param login how users say who they are: {@code token}, {@code header} or {@code none}
     * @param folder first part of every path, without slashes: whoever does not know it is answered nothing; empty for none
     */
    public record Options(
            BindAddress address,
            HttpServerOptions transport,
            Set<String> hosts,
            String frames,
            String login,
            String version,
            String folder) {
        public Options {
            hosts = Set.copyOf(hosts);
            if (!folder.chars().allMatch(Options::isPartOfFolder)) {
                throw new IllegalArgumentException("not letters, digits, - and _: " + folder);
            }
        }

        /** A page for all who reach the port, at the root of its paths. */
        public Options(
                BindAddress address,
                HttpServerOptions transport,
                Set<String> hosts,
                String frames,
                String login,
                String version) {
            this(address, transport, hosts, frames, login, version, "");
        }

        private static boolean isPartOfFolder(int c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        }
    }

    /**
     * What the page shows.
     *
     * @param actions empty where it only shows
     */
    public record Content(JobViews views, LogSource logs, AccessControl access, Optional<JobActions> actions) {}

    /** Opens the port. Fails with {@link java.io.IOException} when that is not possible. */
    public static Uni<Dashboard> open(Vertx vertx, Options options, Content content) {
        HttpServerOptions transport = new HttpServerOptions(options.transport()).setMaxInitialLineLength(8 * 1024);
        Watching watching = new Watching();
        return Uni.createFrom()
                .completionStage(
                        () -> vertx.executeBlocking(Assets::read, false).toCompletionStage())
                .chain(assets -> HttpListener.open(
                        vertx,
                        new HttpListener.Place(SETTING, options.address(), PortLimits.DASHBOARD),
                        transport,
                        context -> endpoint(context, assets, options, content, watching)))
                .onFailure()
                .invoke(watching::end)
                .map(listener -> new Dashboard(
                        listener, watching, options.folder().isEmpty() ? "/" : "/" + options.folder() + "/"));
    }

    private static HttpEndpoint endpoint(
            Context context, Assets assets, Options options, Content content, Watching watching) {
        TimeSource time = new VertxTimeSource(context);
        SecureRandom random = new SecureRandom();
        LiveFeed feed = new LiveFeed(time, task -> context.runOnContext(ignored -> task.run()), epoch(random));
        watching.begin(feed, content.views().watch(feed));
        Router router = ApiRoutes.router(
                context,
                time,
                feed,
                new ApiRoutes.Parts(
                        content.views(),
                        content.logs(),
                        content.actions(),
                        content.access(),
                        new HostCheck(options.hosts()),
                        new AntiForgery(random),
                        new SecurityHeaders(options.frames()),
                        assets,
                        options.version(),
                        options.login(),
                        options.folder()));
        return router::handle;
    }

    private static String epoch(SecureRandom random) {
        byte[] bytes = new byte[6];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).replace('-', '_');
    }

    /** The port that is open. */
    public int port() {
        return listener.port();
    }

    /** The path of the page; ends with a slash. */
    public String path() {
        return path;
    }

    /**
     * Tells open pages how things are now, and that nothing more will come; they can still read what they show.
     *
     * @return whether there was any
     */
    public Uni<Boolean> sayGoodbye() {
        return watching.sayGoodbye();
    }

    /** Serves another certificate from now on; open connections live on. */
    public Uni<Void> replaceCertificate(KeyCertOptions certificate) {
        return listener.replaceCertificate(certificate);
    }

    /** Closes the port and all connections. */
    public Uni<Void> close() {
        watching.end();
        return listener.close();
    }

    /** What tells the page of changes, as long as it is open. */
    private static final class Watching {
        private final AtomicReference<@Nullable Begun> begun = new AtomicReference<>();

        private record Begun(LiveFeed feed, JobViews.Subscription subscription) {}

        private void begin(LiveFeed feed, JobViews.Subscription subscription) {
            begun.set(new Begun(feed, subscription));
        }

        private Uni<Boolean> sayGoodbye() {
            @Nullable Begun known = begun.get();
            return known == null ? Uni.createFrom().item(false) : known.feed().end();
        }

        private void end() {
            @Nullable Begun known = begun.getAndSet(null);
            if (known != null) {
                known.subscription().cancel();
            }
        }
    }
}
