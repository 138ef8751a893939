package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.ObjectList;
import io.trainyard.local.client.Resource;
import io.vertx.core.Future;
import org.junit.jupiter.api.Test;

/** The suite against our own server, over HTTP. */
final class MiniServerOverHttpTest extends MiniServerSuite {
    MiniServerOverHttpTest() {
        super(MiniServer::overHttp);
    }

    @Test
    void toGiveUpAWatchThatHasEndedDisturbsNoRequestThatIsUnderWay() {
        // With connections of its own, so that the request would get the one that the watch had.
        TestApi other = server.newNamespace(server.overHttp());
        Watching watch = Watching.of(other, Resource.CONFIG_MAPS, "timeoutSeconds", "1");
        watch.awaitEnd();

        Future<ObjectList> request = other.client().list(Resource.CONFIG_MAPS, other.namespace(), ListOptions.ALL);
        watch.close();

        assertThat(TestApi.await(request).items()).isEmpty();
    }

    @Test
    void aWatchMayBeAskedForAsLongAsANumberCanSay() {
        TestApi api = server.newNamespace(server.overHttp());
        try (Watching watch = Watching.of(api, Resource.CONFIG_MAPS, "timeoutSeconds", Long.toString(Long.MAX_VALUE))) {
            api.create(Resource.CONFIG_MAPS, "{metadata: {name: a}}");

            assertThat(watch.nextInShort()).isEqualTo("ADDED a");
        }
    }

    @Test
    void aPodWithMoreTimeToEndThanAnybodyHasCanBeDeleted() {
        TestApi api = server.newNamespace(server.overHttp());
        api.pod(
                "runs",
                "{nodeName: n, terminationGracePeriodSeconds: " + Long.MAX_VALUE
                        + ", containers: [{name: c, image: b}]}");

        api.delete(Resource.PODS, "runs", DeleteOptions.DEFAULT);

        assertThat(Tree.text(api.get(Resource.PODS, "runs"), "metadata", "deletionTimestamp"))
                .isNotEmpty();
    }
}
