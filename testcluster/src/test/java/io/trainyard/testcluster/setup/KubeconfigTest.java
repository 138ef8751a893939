package io.trainyard.testcluster.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KubeconfigTest {

    private static final Kubeconfig KUBECONFIG =
            new Kubeconfig("https://127.0.0.1:21000", "a certificate", "subject", "secret-token");

    @Test
    void aClientReadsBackServerCertificateAndToken() {
        Config config = Config.fromKubeconfig(KUBECONFIG.yaml());

        assertThat(config.getMasterUrl()).startsWith("https://127.0.0.1:21000");
        assertThat(config.getAutoOAuthToken()).isEqualTo("secret-token");
        assertThat(new String(Base64.getDecoder().decode(config.getCaCertData()), StandardCharsets.UTF_8))
                .isEqualTo("a certificate");
        assertThat(config.isTrustCerts()).isFalse();
    }

    @Test
    void noTokenIsPrinted() {
        assertThat(KUBECONFIG).asString().doesNotContain("secret-token");
        assertThat(new Tokens(Map.of(User.ADMIN, "secret-token"))).asString().doesNotContain("secret-token");
    }

    @Test
    void everyUserHasATokenOfItsOwnAndTheRestrictedOneMayDoNothing() {
        Tokens tokens = Tokens.random();

        assertThat(tokens.byUser().values()).hasSize(User.values().length).doesNotHaveDuplicates();
        assertThat(tokens.file().lines())
                .containsExactly(
                        tokens.of(User.ADMIN) + ",admin,admin,\"system:masters\"",
                        tokens.of(User.SUBJECT) + ",subject,subject,\"system:masters\"",
                        tokens.of(User.KUEUE) + ",%1$s,%1$s,\"system:masters\"".formatted(User.KUEUE.userName()),
                        tokens.of(User.RESTRICTED) + ",restricted,restricted");
    }
}
