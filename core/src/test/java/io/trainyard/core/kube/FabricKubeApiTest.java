package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static io.trainyard.core.kube.Awaiting.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Durations.ONE_MINUTE;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure.Kind;
import io.trainyard.core.kube.ScriptedApiServer.Answer;
import io.trainyard.core.kube.ScriptedApiServer.Received;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("FabricKubeApi (FAB-10 to FAB-28)")
final class FabricKubeApiTest {
    private static final Preconditions ANY_STATE = new Preconditions("u", "");
    private static final String MAPS = "/api/v1/namespaces/demo/configmaps";
    private static final String MAP = MAPS + "/settings";

    @TempDir
    Path folder;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(16));
    private final Context owner = vertx.getOrCreateContext();
    private final List<String> counted = new CopyOnWriteArrayList<>();
    private ScriptedApiServer server;
    private KubeClient client;
    private KubeApi api;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedApiServer.start(vertx);
        open(ClientOptions.defaults());
    }

    private void open(ClientOptions options) throws Exception {
        client = await(KubeClient.open(
                owner,
                options.withKubeconfig(server.kubeconfig(folder, "{token: secret}")),
                (method, code, host) -> counted.add(method + " " + code)));
        api = client.requests();
    }

    @AfterEach
    void disconnect() throws Exception {
        await(client.close());
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName(
            "whoever asks for metadata lets the rest stay where it is, and drops it if the server sends it all the same (MPI-90)")
    void metadataOnly() {
        server.next("GET", MAP, Answer.ok(map("7")));
        server.next("GET", MAP, Answer.status(404, "NotFound", "no such map"));

        assertThat(await(api.getMetadata(ConfigMap.class, "demo", "settings")).map(ObjectMeta::getResourceVersion))
                .contains("7");
        assertThat(server.received().get(0).headers().get("Accept"))
                .startsWith("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
        assertThat(await(api.getMetadata(ConfigMap.class, "demo", "settings"))).isEmpty();
    }

    @Test
    void whatIsNotPermittedToBeWrittenIsNeverSentAndBlocksNothing() {
        server.next("GET", MAP, Answer.ok(map("7")));
        server.next("PATCH", MAP, Answer.ok(map("8")));
        var leads = new AtomicBoolean();
        KubeApi guarded = client.requests(leads::get);

        // More than may be in flight at once.
        for (int i = 0; i < 200; i++) {
            assertThatThrownBy(() -> await(guarded.apply(settings())))
                    .isInstanceOf(ApiFailure.class)
                    .hasMessageContaining("not sent, because this process is not the leader");
        }
        assertThat(server.received()).isEmpty();

        assertThat(await(guarded.get(ConfigMap.class, "demo", "settings"))).isPresent();
        leads.set(true);
        assertThat(await(guarded.apply(settings())).getMetadata().getResourceVersion())
                .isEqualTo("8");
    }

    @Test
    @DisplayName("a write that waited for its turn while the lead was lost and won again is not sent (OPS-05)")
    void aWriteOfAFormerTermIsNotSent() throws Exception {
        await(client.close());
        open(ClientOptions.defaults().withLimits(RequestLimits.DEFAULT.withMaxInFlight(1)));
        var term = new AtomicLong(1);
        KubeApi guarded = client.requests(new WriteGuard() {
            @Override
            public boolean permitsWriting() {
                return true;
            }

            @Override
            public long term() {
                return term.get();
            }
        });
        server.next("GET", MAP, Answer.silence());
        server.next("PATCH", MAP, Answer.ok(map("8")));
        // Keeps the only slot.
        var first = guarded.get(ConfigMap.class, "demo", "settings").subscribe().asCompletionStage();
        var second = guarded.apply(settings()).subscribe().asCompletionStage();

        term.set(2);
        first.cancel(false);
        assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
                .hasMessageContaining("not sent, because this process is not the leader");
        assertThat(await(guarded.apply(settings())).getMetadata().getResourceVersion())
                .isEqualTo("8");
        assertThat(server.received())
                .filteredOn(request -> request.method().equals("PATCH"))
                .hasSize(1);
    }

    @Test
    @DisplayName("requests of another event loop are sent and answered there while the owner is busy (OPS-09b)")
    void requestsOfAnotherLoopDoNotNeedTheOwner() throws Exception {
        server.next("GET", MAP, Answer.ok(map("7")));
        Context busy = DedicatedContexts.open(vertx, new DeploymentOptions())
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS)
                .get(0);
        await(client.close());
        client = await(KubeClient.open(
                busy,
                ClientOptions.defaults().withKubeconfig(server.kubeconfig(folder, "{token: secret}")),
                RequestObserver.NONE));
        KubeApi reviews = client.requestsOf(owner);
        var seen = new AtomicReference<Context>();
        var release = new CountDownLatch(1);
        busy.runOnContext(ignored -> {
            try {
                release.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThat(await(reviews.get(ConfigMap.class, "demo", "settings")
                            .onItem()
                            .invoke(() -> seen.set(Vertx.currentContext()))))
                    .isPresent();
            assertThat(seen.get()).isSameAs(owner);
        } finally {
            release.countDown();
        }
    }

    @Test
    void applySendsAForcedServerSideApplyInTheNameOfTheTrainer() {
        server.next("PATCH", MAP, Answer.ok(map("7")));

        ConfigMap applied = await(api.apply(settings()));

        assertThat(applied.getMetadata().getResourceVersion()).isEqualTo("7");
        Received seen = server.received().get(0);
        assertThat(seen.query()).isEqualTo("fieldManager=trainer&force=true");
        assertThat(seen.headers())
                .containsEntry("content-type", "application/apply-patch+yaml")
                .containsEntry("Accept", "application/json")
                .containsEntry("Authorization", "Bearer secret");
        assertThat(seen.json().getJsonObject("data").getString("k")).isEqualTo("v");
    }

    @Test
    void resultsArriveOnTheOwnersEventLoop() {
        server.next("GET", MAP, Answer.ok(map("7")));
        var seen = new AtomicReference<Context>();

        await(api.get(ConfigMap.class, "demo", "settings").onItem().invoke(() -> seen.set(Vertx.currentContext())));
        assertThat(seen.get()).isSameAs(owner);

        seen.set(null);
        failureOf(api.mergePatch(ConfigMap.class, "demo", "settings", Map.of())
                .onFailure()
                .invoke(() -> seen.set(Vertx.currentContext())));
        assertThat(seen.get()).isSameAs(owner);
    }

    @Test
    void anObjectThatDoesNotExistIsAnEmptyAnswer() {
        server.next("GET", MAP, Answer.status(404, "NotFound", "gone"));

        assertThat(await(api.get(ConfigMap.class, "demo", "settings"))).isEmpty();
    }

    @Test
    void clusterScopedKindsHaveNoNamespaceInTheirPath() {
        server.next("GET", "/api/v1/nodes/n1", Answer.ok("{\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"}}"));

        assertThat(await(api.get(Node.class, "", "n1"))).isPresent();
    }

    @Test
    void eachSubscriptionSendsARequestOfItsOwn() {
        server.always("GET", MAP, ignored -> Answer.ok(map("7")));
        var get = api.get(ConfigMap.class, "demo", "settings");
        assertThat(server.received()).isEmpty();

        await(get);
        await(get);

        assertThat(server.received()).hasSize(2);
    }

    @Test
    void aListIsReadPageByPageWithItsLabels() {
        server.next("GET", MAPS, Answer.ok(page("one", "token/1")));
        server.next("GET", MAPS, Answer.ok(page("two", "")));

        List<ConfigMap> all = await(api.list(ConfigMap.class, "demo", Map.of("a", "b", "c/d", "e")));

        assertThat(all).extracting(map -> map.getMetadata().getName()).containsExactly("one", "two");
        assertThat(server.received())
                .extracting(Received::query)
                .containsExactly(
                        "limit=500&labelSelector=a%3Db%2Cc%2Fd%3De",
                        "limit=500&labelSelector=a%3Db%2Cc%2Fd%3De&continue=token%2F1");
    }

    @Test
    @DisplayName("what anybody may make large is read 25 at a time, until there is enough of it (OPS-103)")
    void pagesAreReadUntilThereIsEnough() {
        server.next("GET", MAPS, Answer.ok(page("one", "token/1")));
        server.next("GET", MAPS, Answer.ok(page("two", "token/2")));
        List<String> read = new ArrayList<>();
        List<Long> bytes = new ArrayList<>();

        await(api.readPages(ConfigMap.class, "demo", Map.of("a", "b"), page -> {
            page.items().forEach(map -> read.add(map.getMetadata().getName()));
            bytes.add(page.bytes());
            return read.size() < 2;
        }));

        assertThat(read).containsExactly("one", "two");
        assertThat(bytes).containsExactly((long) page("one", "token/1").length(), (long)
                page("two", "token/2").length());
        assertThat(server.received())
                .extracting(Received::query)
                .containsExactly("limit=25&labelSelector=a%3Db", "limit=25&labelSelector=a%3Db&continue=token%2F1");
    }

    @Test
    @DisplayName("objects that are few but huge are not read for somebody who wants few (OPS-103)")
    void fewAreNotHuge() {
        server.next("GET", MAPS, Answer.ok(page("one", "token/1")));
        server.next("GET", MAPS, Answer.ok(page("two", "")));
        assertThat(await(api.listFew(ConfigMap.class, "demo"))).hasSize(2);

        server.next("GET", MAPS, Answer.ok(page("x".repeat(9 << 20), "token/1")));
        assertThat(await(api.listFew(ConfigMap.class, "demo"))).isEmpty();
        assertThat(server.received()).hasSize(3);
    }

    @Test
    @DisplayName("a list whose continuation has expired is begun again (FAB-21)")
    void aListWhoseContinuationHasExpiredIsBegunAgain() {
        server.next("GET", MAPS, Answer.ok(page("old", "t")));
        server.next("GET", MAPS, Answer.status(410, "Expired", "too old"));
        server.next("GET", MAPS, Answer.ok(page("new", "")));

        List<ConfigMap> all = await(api.list(ConfigMap.class, "demo", Map.of()));

        assertThat(all).extracting(map -> map.getMetadata().getName()).containsExactly("new");
    }

    @Test
    void aListThatAlwaysExpiresFailsInTheEnd() {
        server.always("GET", MAPS, ignored -> Answer.status(410, "Expired", "too old"));

        assertThat(failureOf(api.list(ConfigMap.class, "demo", Map.of())).kind())
                .isEqualTo(Kind.EXPIRED);
        assertThat(server.received()).hasSize(3);
    }

    @Test
    void creatingWhatExistsIsToldApart() {
        server.next("POST", MAPS, Answer.status(409, "AlreadyExists", "there is one"));

        assertThat(failureOf(api.create(settings())).kind()).isEqualTo(Kind.ALREADY_EXISTS);
        assertThat(server.received().get(0).query()).isEqualTo("fieldManager=trainer");
    }

    @Test
    void updateReplacesTheWholeObjectWithItsResourceVersion() {
        server.next("PUT", MAP, Answer.status(409, "Conflict", "old"));
        ConfigMap old = settings();
        old.getMetadata().setResourceVersion("3");

        assertThat(failureOf(api.update(old)).kind()).isEqualTo(Kind.CONFLICT);
        assertThat(server.received().get(0).json().getJsonObject("metadata").getString("resourceVersion"))
                .isEqualTo("3");
    }

    @Test
    @DisplayName("a merge patch keeps its nulls, which delete, and its empty lists (FAB-12, FAB-15)")
    void aMergePatchKeepsItsNullsAndItsEmptyLists() {
        server.next("PATCH", MAP + "/status", Answer.ok(map("8")));
        Map<String, Object> status = new TreeMap<>();
        status.put("gone", null);
        status.put("conditions", List.of());

        await(api.mergePatchStatus(ConfigMap.class, "demo", "settings", Map.of("status", status)));

        Received seen = server.received().get(0);
        assertThat(seen.headers()).containsEntry("content-type", "application/merge-patch+json");
        assertThat(seen.json().getJsonObject("status").encode()).isEqualTo("{\"conditions\":[],\"gone\":null}");
    }

    @Test
    @DisplayName("delete names the uid and reports what was already gone (FAB-19)")
    void deleteNamesTheUidAndReportsWhatWasAlreadyGone() {
        server.next("DELETE", MAP, Answer.ok("{\"kind\":\"Status\",\"status\":\"Success\"}"));
        server.next("DELETE", MAP, Answer.status(404, "NotFound", "gone"));
        server.next(
                "DELETE",
                MAP,
                Answer.status(409, "Conflict", "the UID in the precondition (u) does not match the UID in record (v)"));
        server.next("DELETE", MAP, Answer.status(409, "Conflict", "something else"));

        assertThat(await(api.delete(ConfigMap.class, "demo", "settings", ANY_STATE)))
                .isTrue();
        assertThat(await(api.delete(ConfigMap.class, "demo", "settings", ANY_STATE)))
                .isFalse();
        assertThat(await(api.delete(ConfigMap.class, "demo", "settings", ANY_STATE)))
                .isFalse();
        assertThat(failureOf(api.delete(ConfigMap.class, "demo", "settings", ANY_STATE))
                        .kind())
                .isEqualTo(Kind.CONFLICT);
        assertThat(server.received().get(0).json().encode())
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\","
                        + "\"preconditions\":{\"uid\":\"u\"},\"propagationPolicy\":\"Background\"}");
    }

    @Test
    @DisplayName("an object can be asked to stay until all that it owns is gone (ELASTIC-54)")
    void deleteAfterDependentsKeepsTheObjectUntilThen() {
        server.next("DELETE", MAP, Answer.ok("{\"kind\":\"ConfigMap\"}"));

        assertThat(await(api.deleteAfterDependents(ConfigMap.class, "demo", "settings", ANY_STATE)))
                .isTrue();
        assertThat(server.received().get(0).json().getString("propagationPolicy"))
                .isEqualTo("Foreground");
    }

    @Test
    @DisplayName("delete names the state that was seen, too; another one is a conflict (FAB-19)")
    void deleteNamesTheStateThatWasSeen() {
        server.next(
                "DELETE",
                MAP,
                Answer.status(
                        409,
                        "Conflict",
                        "the ResourceVersion in the precondition (7) does not match the ResourceVersion in record (8)"));

        assertThat(failureOf(api.delete(ConfigMap.class, "demo", "settings", new Preconditions("u", "7")))
                        .kind())
                .isEqualTo(Kind.CONFLICT);
        assertThat(server.received()
                        .get(0)
                        .json()
                        .getJsonObject("preconditions")
                        .getMap())
                .isEqualTo(Map.of("resourceVersion", "7", "uid", "u"));
    }

    @Test
    void aDeleteWithoutAUidIsRefusedBeforeItIsSent() {
        assertThat(failureOf(api.delete(ConfigMap.class, "demo", "settings", new Preconditions("", ""))))
                .hasMessageContaining("uid")
                .extracting(ApiFailure::kind)
                .isEqualTo(Kind.INVALID);
        assertThat(server.received()).isEmpty();
    }

    @Test
    @DisplayName("an overloaded server is asked three times in all and its Retry-After handed on (FAB-27)")
    void anOverloadedServerIsAskedThreeTimesAndItsRetryAfterHandedOn() {
        server.always("GET", MAP, ignored -> Answer.status(429, "TooManyRequests", "slow down")
                .with("Retry-After", "5"));

        ApiFailure failure = failureOf(api.get(ConfigMap.class, "demo", "settings"));

        assertThat(failure.kind()).isEqualTo(Kind.OVERLOADED);
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(5));
        assertThat(server.received()).hasSize(3);
        assertThat(counted).containsExactly("GET 429", "GET 429", "GET 429");
    }

    @Test
    @DisplayName("an API server that answers 429 is not pressed, and gets all requests when it has recovered (CFG-40)")
    void anApiServerThatIsOverloadedIsNotPressed() throws Exception {
        await(client.close());
        open(ClientOptions.defaults().withLimits(RequestLimits.DEFAULT.withAdaptiveLimit()));
        var overloaded = new AtomicBoolean(true);
        server.always(
                "GET",
                MAP,
                ignored -> overloaded.get()
                        ? Answer.status(429, "TooManyRequests", "slow down").with("Retry-After", "3")
                        : Answer.ok(map("7")));
        List<CompletionStage<Optional<ConfigMap>>> reads = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            reads.add(api.get(ConfigMap.class, "demo", "settings").subscribe().asCompletionStage());
        }

        // What is on its way when the first refusal is heard; nothing after it for as long as the server asks.
        Awaitility.await()
                .during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(10))
                .until(() -> server.received().size(), seen -> seen >= 1 && seen <= 32);
        int pressed = server.received().size();

        overloaded.set(false);
        int served = 0;
        for (CompletionStage<Optional<ConfigMap>> read : reads) {
            served += read.toCompletableFuture().get(60, TimeUnit.SECONDS).isPresent() ? 1 : 0;
        }
        assertThat(served).isEqualTo(500);
        // Only those were ever refused, and came again.
        assertThat(server.received()).hasSize(500 + pressed);
    }

    @Test
    void aConnectionThatBreaksIsTriedAgainAndThenUnreachable() {
        server.next("GET", MAP, Answer.brokenConnection());
        server.next("GET", MAP, Answer.ok(map("7")));
        assertThat(await(api.get(ConfigMap.class, "demo", "settings"))).isPresent();

        server.always("GET", MAP, ignored -> Answer.brokenConnection());
        assertThat(failureOf(api.get(ConfigMap.class, "demo", "settings")).kind())
                .isEqualTo(Kind.UNREACHABLE);
        assertThat(counted).contains("GET 0", "GET 200");
    }

    @Test
    void aServerThatNeverAnswersFailsAtTheDeadlineAndGivesItsPlaceFree() {
        api = client.requests(
                RequestLimits.DEFAULT.withMaxInFlight(1).withTimeouts(Duration.ofSeconds(10), Duration.ofMillis(300)));
        server.next("GET", MAP, Answer.silence());
        server.next("GET", MAP, Answer.ok(map("7")));

        ApiFailure failure = failureOf(api.get(ConfigMap.class, "demo", "settings"));

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("not answered within 300 ms");
        assertThat(await(api.get(ConfigMap.class, "demo", "settings"))).isPresent();
    }

    @Test
    void whoStopsWaitingGivesItsPlaceFree() {
        api = client.requests(RequestLimits.DEFAULT.withMaxInFlight(1));
        server.next("GET", MAP, Answer.silence());
        server.next("GET", MAP, Answer.ok(map("7")));

        var first = api.get(ConfigMap.class, "demo", "settings").subscribeAsCompletionStage();
        Awaitility.await().atMost(ONE_MINUTE).until(() -> server.received().size() == 1);
        first.cancel(false);

        assertThat(await(api.get(ConfigMap.class, "demo", "settings"))).isPresent();
    }

    @Test
    void anAnswerThatCannotBeReadIsTheServersFault() {
        server.next("GET", MAP, Answer.ok("{\"kind\":\"ConfigMap\",\"metadata\":[]}"));
        assertThat(failureOf(api.get(ConfigMap.class, "demo", "settings")).kind())
                .isEqualTo(Kind.SERVER_ERROR);

        server.next("GET", MAP, Answer.ok(""));
        assertThat(failureOf(api.get(ConfigMap.class, "demo", "settings")).kind())
                .isEqualTo(Kind.SERVER_ERROR);
    }

    @Test
    @DisplayName("small answers are read on the network's event loop, big ones on a worker (FAB-10)")
    void smallAnswersAreReadOnTheNetworksEventLoopBigOnesOnAWorker() {
        String path = "/apis/example.com/v1/namespaces/demo/witnesses/w";
        server.next("GET", path, Answer.ok(witness(10)));
        server.next("GET", path, Answer.ok(witness(300 * 1024)));

        String small = await(api.get(Witness.class, "demo", "w")).orElseThrow().reader();
        String big = await(api.get(Witness.class, "demo", "w")).orElseThrow().reader();

        assertThat(small).contains("eventloop");
        assertThat(big).contains("worker");
    }

    @Test
    @DisplayName(
            "a token that was replaced in its file is read after a refusal, and the request repeated once (FAB-51)")
    void aReplacedTokenIsReadAfterARefusalAndTheRequestRepeatedOnce() throws Exception {
        await(client.close());
        Path token = Files.writeString(folder.resolve("token"), "old");
        client = await(KubeClient.open(
                owner,
                ClientOptions.defaults().withKubeconfig(server.kubeconfig(folder, "{tokenFile: " + token + "}")),
                RequestObserver.NONE));
        Files.writeString(token, "new");
        server.always(
                "GET",
                MAP,
                seen -> "Bearer new".equals(seen.headers().get("Authorization"))
                        ? Answer.ok(map("7"))
                        : Answer.status(401, "Unauthorized", "who are you"));

        assertThat(await(client.requests().get(ConfigMap.class, "demo", "settings")))
                .isPresent();

        assertThat(server.received()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("whom the kubeconfig acts for is said with every request, whatever limits there are (FAB-51, CFG-40)")
    void requestsActForWhomTheKubeconfigSays(boolean adaptive) throws Exception {
        await(client.close());
        client = await(KubeClient.open(
                owner,
                ClientOptions.defaults()
                        .withKubeconfig(server.kubeconfig(folder, "{token: secret, as: ada, as-groups: [team]}"))
                        .withLimits(
                                new RequestLimits(0, 1, 32, adaptive, Duration.ofSeconds(10), Duration.ofSeconds(20))),
                RequestObserver.NONE));
        server.always("GET", MAP, ignored -> Answer.ok(map("7")));

        await(client.requests().get(ConfigMap.class, "demo", "settings"));

        assertThat(server.received())
                .allSatisfy(seen -> assertThat(seen.headers()).containsEntry("Impersonate-User", "ada"));
    }

    @Test
    void aTokenThatIsRefusedForGoodFailsAfterOneRequest() {
        server.always("GET", MAP, ignored -> Answer.status(401, "Unauthorized", "who are you"));

        assertThat(failureOf(api.get(ConfigMap.class, "demo", "settings")).kind())
                .isEqualTo(Kind.UNAUTHORIZED);
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aGenericObjectIsFoundByDiscoveryOnce() {
        server.always(
                "GET",
                "/apis/example.com/v1",
                ignored -> Answer.ok("{\"kind\":\"APIResourceList\",\"resources\":["
                        + "{\"name\":\"gooses/status\",\"kind\":\"Goose\",\"namespaced\":true},"
                        + "{\"name\":\"geese\",\"kind\":\"Goose\",\"namespaced\":true},"
                        + "{\"name\":\"flocks\",\"kind\":\"Flock\",\"namespaced\":false}]}"));
        server.always("PATCH", "/apis/example.com/v1/namespaces/demo/geese/g", seen -> Answer.ok(seen.body()));
        server.always("PATCH", "/apis/example.com/v1/flocks/f", seen -> Answer.ok(seen.body()));

        var goose = await(api.apply(generic("Goose", "demo", "g")));
        await(api.apply(generic("Goose", "demo", "g")));
        await(api.apply(generic("Flock", "", "f")));

        assertThat(goose).isExactlyInstanceOf(GenericKubernetesResource.class);
        assertThat(server.received("GET")).hasSize(1);
    }

    @Test
    void aKindThatIsNotServedIsNotFoundAndNotAskedForEachTime() {
        ApiFailure failure = failureOf(api.apply(generic("Goose", "demo", "g")));

        assertThat(failure.kind()).isEqualTo(Kind.NOT_FOUND);
        assertThat(failure).hasMessageContaining("Goose").hasMessageContaining("CRD");
        failureOf(api.apply(generic("Goose", "demo", "h")));
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aGenericObjectCannotBeAskedForByClassAlone() {
        assertThat(failureOf(api.get(GenericKubernetesResource.class, "demo", "g"))
                        .kind())
                .isEqualTo(Kind.INVALID);
    }

    @Test
    void manyRequestsAtOnceAllComplete() {
        server.always("PATCH", MAP, seen -> Answer.ok(seen.body()));
        api = client.requests(RequestLimits.DEFAULT.withRate(0, 0));
        List<Uni<ConfigMap>> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            all.add(api.apply(settings()));
        }

        assertThat(await(Uni.join().all(all).andFailFast())).hasSize(300);
    }

    private static ConfigMap settings() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("settings")
                .withNamespace("demo")
                .endMetadata()
                .addToData("k", "v")
                .build();
    }

    private static GenericKubernetesResource generic(String kind, String namespace, String name) {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("example.com/v1")
                .withKind(kind)
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace.isEmpty() ? null : namespace)
                .endMetadata()
                .build();
    }

    private static String map(String version) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"settings\",\"namespace\":\"demo\","
                + "\"resourceVersion\":\"" + version + "\"}}";
    }

    private static String page(String name, String next) {
        return "{\"kind\":\"ConfigMapList\",\"metadata\":{\"continue\":\"" + next
                + "\"},\"items\":[{\"metadata\":{\"name\":\"" + name + "\"}}]}";
    }

    private static String witness(int size) {
        return "{\"kind\":\"Witness\",\"metadata\":{\"name\":\"w\"},\"text\":\"" + "x".repeat(size) + "\"}";
    }
}
