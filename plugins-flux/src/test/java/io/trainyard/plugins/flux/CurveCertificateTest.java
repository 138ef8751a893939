package io.trainyard.plugins.flux;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.KeyAgreement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class CurveCertificateTest {
    private static final Pattern KEYS =
            Pattern.compile("    public-key = \"(.{40})\"\n    secret-key = \"(.{40})\"\n$");

    @Test
    @DisplayName("FLUX-39: two comments, metadata with the job's name, and the keys, each four blanks from the left")
    void theForm() {
        assertThat(CurveCertificate.generate("wave"))
                .matches(
                        "(?s)#[^\n]*\n#[^\n]*\n\nmetadata\n    name = \"wave\"\ncurve\n    public-key = \".{40}\"\n    secret-key = \".{40}\"\n");
    }

    @RepeatedTest(3)
    @DisplayName("FLUX-40, FLUX-41: the public key is that of the secret one, and both are new each time")
    void theKeysBelongTogether() throws Exception {
        Matcher keys = keysOf(CurveCertificate.generate("wave"));
        byte[] secret = Z85PropertyTest.bytes(keys.group(2));
        KeyFactory factory = KeyFactory.getInstance("X25519");
        PrivateKey key = factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, secret));
        PublicKey base = factory.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, BigInteger.valueOf(9)));
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(key);
        agreement.doPhase(base, true);

        assertThat(Z85.encode(agreement.generateSecret())).isEqualTo(keys.group(1));
        assertThat(keysOf(CurveCertificate.generate("wave")).group(2)).isNotEqualTo(keys.group(2));
    }

    private static Matcher keysOf(String certificate) {
        Matcher keys = KEYS.matcher(certificate);
        assertThat(keys.find()).as(certificate).isTrue();
        return keys;
    }
}
