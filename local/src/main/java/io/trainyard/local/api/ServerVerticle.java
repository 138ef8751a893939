package io.trainyard.local.api;

import io.trainyard.foundation.schema.SchemaParser;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.custom.CustomTypes;
import io.trainyard.local.api.custom.DeclaredSchemas;
import io.trainyard.local.api.custom.DefinitionBehavior;
import io.trainyard.local.api.custom.DefinitionRegistrar;
import io.trainyard.local.api.discovery.Discovery;
import io.trainyard.local.api.discovery.OpenApi;
import io.trainyard.local.api.garbage.EventExpiry;
import io.trainyard.local.api.garbage.GarbageCollector;
import io.trainyard.local.api.http.AccessRules;
import io.trainyard.local.api.http.DirectRequests;
import io.trainyard.local.api.http.HttpShell;
import io.trainyard.local.api.http.KernelGateway;
import io.trainyard.local.api.http.LogRequests;
import io.trainyard.local.api.http.ServerDescription;
import io.trainyard.local.api.http.StreamRequests;
import io.trainyard.local.api.journal.Journal;
import io.trainyard.local.api.kinds.BuiltInBehaviors;
import io.trainyard.local.api.kinds.BuiltInColumns;
import io.trainyard.local.api.request.ApiKernel;
import io.trainyard.local.api.request.SchemaRules;
import io.trainyard.local.api.request.StoreLoop;
import io.trainyard.local.api.resource.BuiltInTypes;
import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceTypes;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.watch.WatchHub;
import io.trainyard.local.client.Resource;
import io.trainyard.local.rules.RuleEvaluator;
import io.trainyard.local.streaming.SpdyUpgrades;
import io.trainyard.local.time.RealTime;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Wires the parts of the server together on one event loop, which from then on owns the store. */
final class ServerVerticle extends AbstractVerticle {
    private static final int MAX_HEADER_SIZE = 64 << 10;

    /** Clients send files to pods in messages of any size. */
    private static final int MAX_WEB_SOCKET_MESSAGE = 4 << 20;

    private final LocalApiOptions options;
    private final String token;

    @SuppressWarnings("NullAway.Init") // set when the verticle starts, before anybody can ask
    private volatile Parts parts;

    ServerVerticle(LocalApiOptions options, String token) {
        this.options = options;
        this.token = token;
    }

    private record Parts(
            ResourceTypes types,
            ObjectStore store,
            WatchHub watches,
            KernelGateway gateway,
            DirectRequests direct,
            HttpServer http,
            Optional<Journal> journal) {}

    @Override
    public void start(Promise<Void> started) {
        TimeSource time = options.time().orElseGet(() -> new RealTime(vertx));
        options.persistence()
                .map(kept -> Journal.open(vertx, time, kept.journal()).map(Optional::of))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .compose(journal -> start(time, journal))
                .onComplete(started);
    }

    private Future<Void> start(TimeSource time, Optional<Journal> journal) {
        SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
        ObjectStore store = new ObjectStore();
        ResourceTypes types = new ResourceTypes();
        StoreLoop loop = StoreLoop.current(context);
        WatchHub watches = new WatchHub(store, time, random);
        SchemaRules rules = new RuleEvaluator();
        ApiKernel kernel = new ApiKernel(store, types, rules, time.clock(), random, loop);
        addKinds(store, types, watches, time, rules);
        options.hooks().forEach(kernel::addHook);
        GarbageCollector.start(store, types, kernel, loop, time);
        KernelGateway gateway = new KernelGateway(vertx, loop, kernel, watches, () -> journal.map(Journal::written)
                .orElseGet(Future::succeededFuture));
        ServerDescription description =
                new ServerDescription(new Discovery(types), new OpenApi(types, new DeclaredSchemas(store)::of));
        LogRequests logs = new LogRequests(gateway, options.logs(), time.clock());
        HttpShell shell = new HttpShell(
                vertx,
                gateway,
                description,
                new AccessRules(token),
                logs,
                new StreamRequests(gateway, options.streaming(), vertx.createNetClient()),
                time.clock());
        HttpServer http = vertx.createHttpServer(new HttpServerOptions()
                .setHost("127.0.0.1")
                .setPort(options.port())
                .setHttp2ClearTextEnabled(false)
                .setWebSocketSubProtocols(StreamRequests.WEB_SOCKET_PROTOCOLS)
                .setMaxWebSocketFrameSize(MAX_WEB_SOCKET_MESSAGE)
                .setMaxWebSocketMessageSize(MAX_WEB_SOCKET_MESSAGE)
                .setMaxHeaderSize(MAX_HEADER_SIZE)
                .setMaxInitialLineLength(MAX_HEADER_SIZE));
        parts = new Parts(
                types, store, watches, gateway, new DirectRequests(vertx, gateway, description, logs), http, journal);
        preload(kernel, journal.map(Journal::created));
        journal.ifPresent(kept -> EventExpiry.start(store, time));
        return journal.map(kept -> kept.follow(store))
                .orElseGet(Future::succeededFuture)
                .compose(restored -> http.connectionHandler(SpdyUpgrades::allowOn)
                        .requestHandler(shell::handle)
                        .listen())
                .mapEmpty();
    }

    private static void addKinds(
            ObjectStore store, ResourceTypes types, WatchHub watches, TimeSource time, SchemaRules rules) {
        SchemaParser schemas = BuiltInTypes.schemas();
        CustomTypes customTypes = new CustomTypes(() -> schemas.definition(BuiltInTypes.METADATA), rules);
        BuiltInBehaviors behaviors = new BuiltInBehaviors(time.clock());
        KindBehavior definitions = new DefinitionBehavior(customTypes, time.clock());
        new BuiltInTypes(
                        schemas,
                        kind -> kind.equals("CustomResourceDefinition") ? definitions : behaviors.of(kind),
                        BuiltInColumns::of)
                .all()
                .forEach(types::add);
        new DefinitionRegistrar(types, customTypes, watches::close).observe(store);
    }

    /**
     * What is there before anybody asks.
     *
     * @param created when it came to be, if that was before this server
     */
    private void preload(ApiKernel kernel, Optional<Instant> created) {
        for (Map<String, Object> definition : options.definitions()) {
            kernel.preload(Resource.CUSTOM_RESOURCE_DEFINITIONS, DefinitionRegistrar.completable(definition), created);
        }
        for (String name : LocalApiServer.initialNamespaces()) {
            kernel.preload(Resource.NAMESPACES, Tree.of("metadata", Tree.of("name", name)), created);
        }
    }

    int port() {
        return parts.http().actualPort();
    }

    Future<Optional<ResourceType>> kind(String apiVersion, String kind) {
        return gateway().call(() -> Future.succeededFuture(parts.types().ofKind(apiVersion, kind)));
    }

    DirectRequests direct() {
        return parts.direct();
    }

    KernelGateway gateway() {
        return parts.gateway();
    }

    Future<Void> expireVersions() {
        return gateway().call(() -> {
            parts.store().forgetChanges();
            return Future.succeededFuture();
        });
    }

    Future<Void> closeWatches() {
        return gateway().call(() -> {
            parts.watches().closeAll();
            return Future.succeededFuture();
        });
    }

    @Override
    public void stop(Promise<Void> stopped) {
        parts.watches().closeAll();
        parts.journal().map(Journal::close).orElseGet(Future::succeededFuture).onComplete(stopped);
    }
}
