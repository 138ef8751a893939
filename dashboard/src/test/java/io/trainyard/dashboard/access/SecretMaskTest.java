package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SecretMask (OPS-72: env as injected, secrets masked)")
@Timeout(180)
final class SecretMaskTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HF_TOKEN",
                "WANDB_API_KEY",
                "AWS_SECRET_ACCESS_KEY",
                "password",
                "DB_PASSWD",
                "accessToken",
                "api-key",
                "GOOGLE_CREDENTIALS",
                "clientSecret",
                "MY_PASSPHRASE"
            })
    void variablesThatAreNamedAsSecretsHaveNoValue(String name) {
        assertThat(SecretMask.mask(Map.of("env", List.of(Map.of("name", name, "value", "abc")))))
                .isEqualTo(Map.of("env", List.of(Map.of("name", name, "value", SecretMask.MASK))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TOKENIZERS_PARALLELISM",
                "MAX_TOKENS",
                "maxTokens",
                "AUTHOR",
                "KEY_DIM",
                "NCCL_DEBUG",
                "num_attention_keys",
                "SECRETARY"
            })
    void othersKeepIt(String name) {
        Map<String, Object> object = Map.of("env", List.of(Map.of("name", name, "value", "abc")));

        assertThat(SecretMask.mask(object)).isEqualTo(object);
    }

    @Test
    void referencesToSecretsAreNamesAndStay() {
        Map<String, Object> object = Map.of(
                "env",
                List.of(Map.of(
                        "name", "HF_TOKEN", "valueFrom", Map.of("secretKeyRef", Map.of("name", "hf", "key", "token")))),
                "imagePullSecrets",
                List.of(Map.of("name", "registry")),
                "volumes",
                List.of(Map.of("secret", Map.of("secretName", "keys"))));

        assertThat(SecretMask.mask(object)).isEqualTo(object);
    }

    @Test
    void dataOfASecretIsMaskedAndItsNamesStay() {
        Map<String, Object> secret =
                Map.of("kind", "Secret", "data", Map.of("id_rsa", "abc"), "stringData", Map.of("x", "y"));

        assertThat(SecretMask.mask(secret))
                .containsEntry("data", Map.of("id_rsa", SecretMask.MASK))
                .containsEntry("stringData", Map.of("x", SecretMask.MASK));
        assertThat(SecretMask.mask(Map.of("items", List.of(secret)))).asString().doesNotContain("abc");
    }

    @Test
    void copiesOfTheWholeObjectInAnnotationsAreLeftOut() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put(
                "annotations",
                Map.of("kubectl.kubernetes.io/last-applied-configuration", "{\"value\":\"abc\"}", "a", "b"));
        metadata.put("managedFields", List.of(Map.of("manager", "x")));

        assertThat(SecretMask.mask(Map.of("metadata", metadata)))
                .isEqualTo(Map.of("metadata", Map.of("annotations", Map.of("a", "b"))));
    }

    @Test
    void argumentsLoseTheValueThatIsNamedAsASecret() {
        assertThat(SecretMask.mask(
                        Map.of("args", List.of("--hf-token=abc", "--lr=1", "--password", "abc", "--epochs", "3"))))
                .isEqualTo(Map.of(
                        "args",
                        List.of(
                                "--hf-token=" + SecretMask.MASK,
                                "--lr=1",
                                "--password",
                                SecretMask.MASK,
                                "--epochs",
                                "3")));
    }

    @Test
    void textsLoseLoginsInAddressesAndKnownFormsOfKeys() {
        assertThat(SecretMask.mask("get https://bob:hunter2@host/x?sig=abc&n=1"))
                .doesNotContain("hunter2", "abc")
                .contains("n=1", "host/x");
        assertThat(SecretMask.mask("token hf_" + "a".repeat(30) + " used"))
                .isEqualTo("token " + SecretMask.MASK + " used");
        assertThat(SecretMask.mask("-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----"))
                .doesNotContain("abc");
    }

    @Test
    void endlessNestingEnds() {
        Map<String, Object> deep = Map.of("x", "y");
        for (int i = 0; i < 2_000; i++) {
            deep = Map.of("a", deep);
        }
        Map<String, Object> nested = deep;

        assertThat(SecretMask.mask(nested)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eyJ-",
                "a://",
                "://b",
                "?token=",
                "-----BEGIN PRIVATE KEY-----",
                "eyJaaaaaaaaaaaa.",
                "&",
                "hf_",
                "sk-",
                "a a a ",
                "((((",
                "secret_",
                "--a=",
                "\u001b["
            })
    void aHostileTextOfAMegabyteCostsLittle(String unit) {
        String text = unit.repeat(1_000_000 / unit.length());
        Map<String, Object> spec = Map.of("args", List.of(text, "--" + text + "=1"), text, text);

        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            SecretMask.mask(text);
            SecretMask.mask(spec);
        });
    }

    @Test
    void aTokenIsMaskedAlsoBehindManyThatOnlyBeginLikeOne() {
        String token = "eyJ" + "a".repeat(20) + "." + "b".repeat(20) + "." + "c".repeat(20);

        assertThat(SecretMask.mask("eyJ-".repeat(250_000) + " " + token + " end"))
                .endsWith("- " + SecretMask.MASK + " end");
        assertThat(SecretMask.mask("https://u:" + "p".repeat(5_000) + "@host?a_secret=" + "x".repeat(5_000)))
                .isEqualTo("https://" + SecretMask.MASK + "@host?a_secret=" + SecretMask.MASK);
    }
}
