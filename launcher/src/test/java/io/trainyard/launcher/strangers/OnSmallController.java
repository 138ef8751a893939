package io.trainyard.launcher.strangers;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests that attack one controller, the same one as long as it survives, and look at what honest callers notice. They print figures. */
@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("strangers")
abstract class OnSmallController {
    static final long MEBIBYTE = 1 << 20;

    /** A stranger is gone then, whatever the test has come to. */
    static final Duration STRANGERS_END = Duration.ofMinutes(Integer.getInteger("strangers.minutes", 2));

    /** Of all tests, like the controller. */
    @TempDir
    private static Path folder;

    private boolean survived;
    TestCluster cluster;
    KubernetesClient admin;
    String namespace;
    SmallController controller;
    Calm calm;

    @BeforeEach
    void start(TestCluster given, TestNamespace own) throws IOException {
        cluster = given;
        admin = given.adminClient();
        namespace = own.name();
        survived = false;
        if (controller == null) {
            controller = SmallController.start(cluster, Files.createTempDirectory(folder, "controller"));
        }
        calm = new Calm(cluster, namespace, controller);
    }

    /** The last thing that a test does. */
    final void survived(String attack) throws IOException {
        calm.check(attack);
        survived = true;
    }

    @AfterEach
    final void stop() {
        if (calm != null) {
            calm.close();
        }
        if (!survived) {
            end();
        }
    }

    @AfterAll
    final void end() {
        if (controller != null) {
            controller.close();
            controller = null;
        }
    }

    final void load(String yaml) {
        admin.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .inNamespace(namespace)
                .create();
    }

    /** A token of a new ServiceAccount, which has no rights yet. */
    final String token(String serviceAccount) {
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(serviceAccount)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        return admin.serviceAccounts()
                .inNamespace(namespace)
                .withName(serviceAccount)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(3600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    static void print(String text) {
        System.out.println("strangers, " + text);
    }
}
