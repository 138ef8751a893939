package io.trainyard.plugins.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SshKeysTest {
    /** The beginning of an EC key in PKCS#8, up to the key in SEC 1 form, for the curve P-521 and 223 bytes. */
    private static final byte[] PKCS8_HEAD = {
        0x30,
        (byte) 0x81,
        (byte) 0xF7,
        0x02,
        0x01,
        0x00,
        0x30,
        0x10,
        0x06,
        0x07,
        0x2A,
        (byte) 0x86,
        0x48,
        (byte) 0xCE,
        0x3D,
        0x02,
        0x01,
        0x06,
        0x05,
        0x2B,
        (byte) 0x81,
        0x04,
        0x00,
        0x23,
        0x04,
        (byte) 0x81,
        (byte) 0xDF
    };

    @RepeatedTest(60)
    @DisplayName(
            "a P-521 private key is SEC 1 in PEM of constant length, whatever bytes its numbers begin with (SSH-20)")
    void ecPrivateKey() {
        String pem = text(SshKeys.generate(KeyAlgorithm.EC_P521).privateKey());

        assertThat(pem)
                .hasSize(365)
                .startsWith("-----BEGIN EC PRIVATE KEY-----\n")
                .endsWith("-----END EC PRIVATE KEY-----\n");
        assertThat(body(pem).subList(0, body(pem).size() - 1))
                .allSatisfy(line -> assertThat(line).hasSize(64));
        byte[] der = content(pem);
        assertThat(der).hasSize(223).startsWith(0x30, 0x81, 0xDC, 0x02, 0x01, 0x01, 0x04, 66);
    }

    @RepeatedTest(60)
    @DisplayName(
            "the two halves of a P-521 pair belong together: what Java signs with the private one, the public one confirms (SSH-20, SSH-21)")
    void ecHalvesBelongTogether() throws Exception {
        KeyPairText pair = SshKeys.generate(KeyAlgorithm.EC_P521);
        byte[] der = content(text(pair.privateKey()));
        ByteBuffer pkcs8 = ByteBuffer.allocate(PKCS8_HEAD.length + der.length)
                .put(PKCS8_HEAD)
                .put(der);
        KeyFactory factory = KeyFactory.getInstance("EC");
        ECPrivateKey secret = (ECPrivateKey) factory.generatePrivate(new PKCS8EncodedKeySpec(pkcs8.array()));
        byte[] message = "hello".getBytes(StandardCharsets.US_ASCII);
        Signature signer = Signature.getInstance("SHA512withECDSA");
        signer.initSign(secret);
        signer.update(message);
        byte[] signature = signer.sign();

        Signature verifier = Signature.getInstance("SHA512withECDSA");
        verifier.initVerify(factory.generatePublic(new ECPublicKeySpec(point(pair.publicKey()), secret.getParams())));
        verifier.update(message);

        assertThat(verifier.verify(signature)).isTrue();
    }

    private static ECPoint point(byte[] publicKey) {
        List<byte[]> parts = wireParts(publicKey);
        byte[] point = parts.get(2);
        return new ECPoint(
                new BigInteger(1, Arrays.copyOfRange(point, 1, 67)),
                new BigInteger(1, Arrays.copyOfRange(point, 67, 133)));
    }

    @RepeatedTest(20)
    @DisplayName("a P-521 public key is one line with the three parts that OpenSSH wants (SSH-21)")
    void ecPublicKey() {
        byte[] line = SshKeys.generate(KeyAlgorithm.EC_P521).publicKey();

        assertThat(text(line))
                .hasSize(253)
                .startsWith("ecdsa-sha2-nistp521 ")
                .endsWith("\n")
                .doesNotContain("\n\n");
        List<byte[]> parts = wireParts(line);
        assertThat(text(parts.get(0))).isEqualTo("ecdsa-sha2-nistp521");
        assertThat(text(parts.get(1))).isEqualTo("nistp521");
        assertThat(parts.get(2)).hasSize(133).startsWith(0x04);
    }

    @RepeatedTest(20)
    @DisplayName("an Ed25519 private key is in the form of OpenSSH, with the public key in it (SSH-22, SSH-23)")
    void ed25519() {
        KeyPairText pair = SshKeys.generate(KeyAlgorithm.ED25519);
        String pem = text(pair.privateKey());

        assertThat(pem)
                .hasSize(387)
                .startsWith("-----BEGIN OPENSSH PRIVATE KEY-----\n")
                .endsWith("-----END OPENSSH PRIVATE KEY-----\n");
        assertThat(body(pem).get(0)).hasSize(70);
        List<byte[]> parts = wireParts(pair.publicKey());
        assertThat(text(parts.get(0))).isEqualTo("ssh-ed25519");
        assertThat(parts.get(1)).hasSize(32);
        ByteBuffer body = ByteBuffer.wrap(content(pem));
        byte[] magic = new byte[15];
        body.get(magic);
        assertThat(text(magic)).isEqualTo("openssh-key-v1\0");
        assertThat(text(next(body))).isEqualTo("none");
        assertThat(text(next(body))).isEqualTo("none");
        assertThat(next(body)).isEmpty();
        assertThat(body.getInt()).isEqualTo(1);
        assertThat(next(body)).isEqualTo(blob(pair.publicKey()));
        ByteBuffer secrets = ByteBuffer.wrap(next(body));
        assertThat(secrets.capacity() % 8).isZero();
        assertThat(secrets.getInt()).isEqualTo(secrets.getInt());
        assertThat(text(next(secrets))).isEqualTo("ssh-ed25519");
        assertThat(next(secrets)).isEqualTo(parts.get(1));
        assertThat(next(secrets)).hasSize(64).endsWith(parts.get(1));
        assertThat(next(secrets)).isEmpty();
        for (byte expected = 1; secrets.hasRemaining(); expected++) {
            assertThat(secrets.get()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("no two pairs are alike")
    void random(KeyAlgorithm algorithm) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            seen.add(text(SshKeys.generate(algorithm).privateKey()));
        }
        assertThat(seen).hasSize(10);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a key pair never shows itself (SSH-16)")
    void secret(KeyAlgorithm algorithm) {
        KeyPairText pair = SshKeys.generate(algorithm);

        assertThat(pair.toString())
                .doesNotContain("BEGIN")
                .doesNotContain(String.valueOf(pair.privateKey()[0]))
                .doesNotContain(Arrays.toString(pair.privateKey()));
    }

    @Test
    @DisplayName("a start finds out that this Java can make keys (SSH-26)")
    void requirement() {
        for (KeyAlgorithm algorithm : KeyAlgorithm.values()) {
            SshKeys.require(algorithm);
        }
    }

    private static List<String> body(String pem) {
        List<String> lines = pem.lines().toList();
        return lines.subList(1, lines.size() - 1);
    }

    private static byte[] content(String pem) {
        return Base64.getDecoder().decode(String.join("", body(pem)));
    }

    private static byte[] blob(byte[] publicKey) {
        return Base64.getDecoder().decode(text(publicKey).strip().split(" ")[1]);
    }

    private static List<byte[]> wireParts(byte[] publicKey) {
        ByteBuffer blob = ByteBuffer.wrap(blob(publicKey));
        List<byte[]> parts = new ArrayList<>();
        while (blob.hasRemaining()) {
            parts.add(next(blob));
        }
        return parts;
    }

    private static byte[] next(ByteBuffer buffer) {
        byte[] part = new byte[buffer.getInt()];
        buffer.get(part);
        return part;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
