package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.core.kube.ScriptedApiServer.Answer;
import io.trainyard.spi.ServedKind;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("ServedKinds (GANG-60, VOLC-25, KAI-12)")
final class ServedKindsTest extends ScriptedCluster {
    private static final String DOCUMENT = "/openapi/v3/apis/example.com/v1";
    private static final String WITNESSES = "/apis/example.com/v1/witnesses";
    private static final Duration MISSING = Duration.ofSeconds(30);
    private static final Duration REFRESH_INTERVAL = Duration.ofMinutes(10);

    private Informers informers;
    private ServedKind kind;

    @BeforeEach
    void makeCaches() {
        informers = client.informers(time);
        kind = informers.kinds().of(Witness.class);
    }

    @AfterEach
    void closeCaches() {
        await(informers.stop());
    }

    @Test
    @DisplayName("the fields of a kind are known when the caches are, those inside lists among them")
    void fieldsAreKnownFromTheStart() {
        serves(schema("Other", "{\"spec\": {\"properties\": {\"foreign\": {}}}}"), witness("queue"));

        await(informers.start());

        assertThat(kind.isServed()).isTrue();
        assertThat(kind.hasField("spec")).isTrue();
        assertThat(kind.hasField("spec.queue")).isTrue();
        assertThat(kind.hasField("spec.groups.name")).isTrue();
        assertThat(kind.hasField("spec.foreign")).isFalse();
        assertThat(kind.hasField("queue")).isFalse();
    }

    @Test
    @DisplayName("a kind that is not there holds nobody up, and is found when it is installed")
    void aMissingKindIsFoundLater() {
        await(informers.start());
        assertThat(kind.isServed()).isFalse();
        assertThat(kind.hasField("spec")).isFalse();

        serves(witness("queue"));
        advance(MISSING);

        await().atMost(ONE_MINUTE).until(kind::isServed);
        assertThat(kind.hasField("spec.queue")).isTrue();
    }

    @Test
    @DisplayName("a document that does not speak of the kind means that it is not there")
    void aDocumentWithoutTheKind() {
        serves(schema("Other", "{}"));

        await(informers.start());

        assertThat(kind.isServed()).isFalse();
    }

    @Test
    @DisplayName("an upgrade in place is noticed, and so is a removal")
    void changesAreNoticed() {
        serves(witness("queue"));
        await(informers.start());

        serves(witness("queue\": {}, \"added"));
        advance(REFRESH_INTERVAL);
        await().atMost(ONE_MINUTE).until(() -> kind.hasField("spec.added"));

        server.always("GET", DOCUMENT, asked -> Answer.status(404, "NotFound", "gone"));
        advance(REFRESH_INTERVAL);
        await().atMost(ONE_MINUTE).until(() -> !kind.isServed());
    }

    @Test
    @DisplayName("an API server that cannot answer takes nothing away, and the start waits for it")
    void failuresAreNoAnswers() {
        server.next("GET", DOCUMENT, Answer.status(500, "InternalError", "not now"));
        serves(witness("queue"));
        CompletableFuture<Void> started = informers.start().subscribeAsCompletionStage();
        await().atMost(ONE_MINUTE).until(() -> server.received().stream()
                .anyMatch(seen -> seen.path().equals(DOCUMENT)));
        // The client itself repeats what failed on the way; only the last word counts.
        await().atMost(ONE_MINUTE).until(() -> {
            advance(Duration.ofSeconds(5));
            return started.isDone();
        });
        assertThat(kind.isServed()).isTrue();

        server.always("GET", DOCUMENT, asked -> Answer.status(403, "Forbidden", "no"));
        int asked = asked();
        advance(REFRESH_INTERVAL);
        await().atMost(ONE_MINUTE).until(() -> asked() > asked);
        assertThat(kind.hasField("spec.queue")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    @DisplayName(
            "a kind that can be listed and is not described yet, or to nobody, is asked for at once and then now and then")
    void listedButNotDescribed(int code) {
        server.always("GET", DOCUMENT, asked -> Answer.status(code, "NotDescribed", "no"));
        list(WITNESSES, "1");
        onOwner(() -> informers.add(CacheRequest.of(Witness.class)));
        await(informers.start());
        watch(WITNESSES);

        int soon = askedAfterOtherRequests();
        assertThat(askedAfterOtherRequests()).isEqualTo(soon).isBetween(1, 3);

        serves(witness("queue"));
        advance(Duration.ofSeconds(5));
        await().atMost(ONE_MINUTE).until(kind::isServed);
    }

    /** So many that whoever asks whenever he is answered has asked, too. */
    private int askedAfterOtherRequests() {
        for (int i = 0; i < 20; i++) {
            await(client.requests().list(Witness.class, "", Map.of()));
        }
        return asked();
    }

    private int asked() {
        return (int) server.received().stream()
                .filter(seen -> seen.path().equals(DOCUMENT))
                .count();
    }

    private void serves(String... schemas) {
        String document = "{\"components\": {\"schemas\": {" + String.join(", ", schemas) + "}}}";
        server.always("GET", DOCUMENT, asked -> Answer.ok(document));
    }

    private static String witness(String field) {
        return schema(
                "Witness",
                "{\"spec\": {\"properties\": {\"" + field
                        + "\": {\"type\": \"string\"}, \"groups\": {\"type\": \"array\","
                        + " \"items\": {\"properties\": {\"name\": {}}}}}}}");
    }

    private static String schema(String kind, String properties) {
        return "\"com.example.v1." + kind + "\": {\"properties\": " + properties
                + ", \"x-kubernetes-group-version-kind\": [{\"group\": \"example.com\", \"version\": \"v1\", \"kind\": \""
                + kind + "\"}]}";
    }
}
