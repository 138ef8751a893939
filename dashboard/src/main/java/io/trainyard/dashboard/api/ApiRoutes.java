package io.trainyard.dashboard.api;

import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.access.AntiForgery;
import io.trainyard.dashboard.access.HostCheck;
import io.trainyard.dashboard.access.OpenStreams;
import io.trainyard.dashboard.feed.LiveFeed;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.page.Assets;
import io.trainyard.dashboard.page.SecurityHeaders;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** All paths: the files of the page, and {@code /api/v1}. */
public final class ApiRoutes {
    private static final int MAX_STREAMS = 200;
    private static final int STREAMS_OF_ONE_READER = 20;

    private ApiRoutes() {}

    /**
     * Where answers come from, and who gets them.
     *
     * @param actions empty where the page only shows
     * @param login how users say who they are: "token", "header" or "none"
     * @param folder first part of all paths; empty for none
     */
    public record Parts(
            JobViews views,
            LogSource logs,
            Optional<JobActions> actions,
            AccessControl access,
            HostCheck hosts,
            AntiForgery antiForgery,
            SecurityHeaders headers,
            Assets assets,
            String version,
            String login,
            String folder) {}

    /**
     * Makes the router.
     *
     * @param context on which requests arrive
     * @param time of that context
     * @param feed on that context
     */
    public static Router router(Context context, TimeSource time, LiveFeed feed, Parts parts) {
        Gate gate = new Gate(parts.access(), parts.hosts(), parts.antiForgery());
        Router api = api(context, time, feed, parts, gate);
        api.route().handler(request -> Responses.error(request, 404, "there is no such path"));

        Router pages = Router.router(context.owner());
        pages.route("/api/v1/*").subRouter(api);
        pages.get().handler(request -> asset(request, parts.assets(), pathWithin(request, parts.folder())));
        pages.route().handler(request -> Responses.error(request, 405, "only GET"));

        Router router = Router.router(context.owner());
        router.route().handler(request -> {
            parts.headers().addTo(request.response().headers());
            request.next();
        });
        router.route().handler(gate::checkHost);
        if (parts.folder().isEmpty()) {
            router.route("/*").subRouter(pages);
        } else {
            // Links of the page are relative, so without the last slash they would lead elsewhere.
            router.getWithRegex("/" + parts.folder()).handler(request -> request.response()
                    .setStatusCode(302)
                    .putHeader("Location", "/" + parts.folder() + "/")
                    .end());
            router.route("/" + parts.folder() + "/*").subRouter(pages);
            router.route().handler(request -> Responses.error(request, 404, "there is no such file"));
        }
        router.route().failureHandler(ApiRoutes::failed);
        return router;
    }

    /** The paths below {@code /api/v1}. */
    static Router api(Context context, TimeSource time, LiveFeed feed, Parts parts, Gate gate) {
        Turn turn = new Turn(context);
        OpenStreams streams = new OpenStreams(MAX_STREAMS, STREAMS_OF_ONE_READER);
        OpenStreams logs = new OpenStreams(MAX_STREAMS, STREAMS_OF_ONE_READER);
        Router api = Router.router(context.owner());
        api.route().handler(gate::checkSite);
        api.get("/openapi.json").handler(request -> asset(request, parts.assets(), "openapi.json"));
        new SessionRoutes(
                        gate,
                        turn,
                        parts.antiForgery(),
                        new SessionRoutes.About(
                                parts.version(), parts.login(), parts.actions().isEmpty()))
                .addTo(api);
        new JobRoutes(parts.views(), feed, gate, turn).addTo(api);
        new ClusterRoutes(parts.views(), feed, gate, turn).addTo(api);
        new StreamRoutes(feed, new CheckedStream.Setup(gate, turn, time, streams)).addTo(api);
        new LogRoutes(parts.logs(), new CheckedStream.Setup(gate, turn, time, logs)).addTo(api);
        new ReportRoutes(parts.views(), parts.logs(), gate, turn, time, context, parts.version()).addTo(api);
        new ActionRoutes(parts.actions(), gate, turn).addTo(api);
        return api;
    }

    private static String pathWithin(RoutingContext request, String folder) {
        return request.normalizedPath().substring(folder.isEmpty() ? 1 : folder.length() + 2);
    }

    private static void asset(RoutingContext request, Assets assets, String path) {
        Optional<Assets.Asset> found = assets.get(path);
        if (found.isEmpty()) {
            Responses.error(request, 404, "there is no such file");
            return;
        }
        Assets.Asset asset = found.get();
        request.response()
                .putHeader("Content-Type", asset.type())
                // Asked for each time, answered with 304: a new version of the controller shows at once.
                .putHeader("Cache-Control", "no-cache")
                .putHeader("ETag", asset.tag());
        if (asset.tag().equals(request.request().getHeader("If-None-Match"))) {
            request.response().setStatusCode(304).end();
        } else {
            request.response().end(asset.content());
        }
    }

    private static void failed(RoutingContext request) {
        if (request.failure() != null) {
            Responses.error(request, request.failure());
        } else {
            int status = request.statusCode() < 400 ? 500 : request.statusCode();
            Responses.error(request, status, status == 413 ? "the body is too large" : "this request cannot be read");
        }
    }
}
