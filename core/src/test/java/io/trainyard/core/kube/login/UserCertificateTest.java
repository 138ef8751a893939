package io.trainyard.core.kube.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.AuthInfoBuilder;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.core.tls.TestCertificates;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMEncryptorBuilder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Client certificates of a kubeconfig (FAB-52)")
@Tag("cryptography")
final class UserCertificateTest {
    private static final CertifiedKey RSA = TestCertificates.of("RSA", "rsa");
    private static final CertifiedKey EC = TestCertificates.of("EC", "ec");
    private static final CertifiedKey EDWARDS = TestCertificates.of("Ed25519", "edwards");
    private static final String PASSPHRASE = "hunter2";

    @TempDir
    Path folder;

    @Test
    void everyKindOfKeyIsRead() throws IOException {
        assertReads(RSA, Pem.of(RSA.key()), "BEGIN RSA PRIVATE KEY");
        assertReads(RSA, TestCertificates.pkcs8(RSA.key()), "BEGIN PRIVATE KEY");
        assertReads(EC, sec1(EC), "BEGIN EC PRIVATE KEY");
        assertReads(EC, TestCertificates.pkcs8(EC.key()), "BEGIN PRIVATE KEY");
        assertReads(
                EC,
                "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + sec1(EC),
                "BEGIN EC PARAMETERS");
        assertReads(EDWARDS, TestCertificates.pkcs8(EDWARDS.key()), "BEGIN PRIVATE KEY");
    }

    @Test
    void filesMayBeRelativeToTheKubeconfigAndWhatStandsInTheKubeconfigWins() throws IOException {
        Files.writeString(folder.resolve("client.crt"), Pem.of(EC.chain()));
        Files.writeString(folder.resolve("client.key"), TestCertificates.pkcs8(EC.key()));
        AuthInfo files = new AuthInfoBuilder()
                .withClientCertificate("client.crt")
                .withClientKey("client.key")
                .build();

        assertThat(read(files)).map(CertifiedKey::key).contains(EC.key());
        files.setClientCertificateData(base64(Pem.of(RSA.chain())));
        files.setClientKeyData(base64(Pem.of(RSA.key())));
        assertThat(read(files)).map(CertifiedKey::key).contains(RSA.key());
        assertThat(read(new AuthInfo())).isEmpty();
    }

    @Test
    void encryptedKeysAreRefusedWithFileAndField() throws Exception {
        var provider = new BouncyCastleProvider();
        String traditional = written(
                EC.key(),
                new JcePEMEncryptorBuilder("AES-128-CBC").setProvider(provider).build(PASSPHRASE.toCharArray()));
        String modern = written(new JcaPKCS8Generator(
                EC.key(),
                new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
                        .setProvider(provider)
                        .setPassword(PASSPHRASE.toCharArray())
                        .build()));

        assertThat(traditional).contains("Proc-Type: 4,ENCRYPTED");
        assertThat(modern).contains("BEGIN ENCRYPTED PRIVATE KEY");
        assertRefused(data(EC, traditional), "client-key-data cannot be used: the private key is encrypted");
        assertRefused(data(EC, modern), "client-key-data cannot be used: the private key is encrypted");
    }

    @Test
    void whatIsNoKeyOrNoCertificateIsRefusedWithFileAndField() throws IOException {
        Path garbage = Files.writeString(folder.resolve("garbage.key"), "not a key");
        AuthInfo fromFile = data(EC, "");
        fromFile.setClientKeyData(null);
        fromFile.setClientKey("garbage.key");
        assertRefused(fromFile, "client-key " + garbage + " cannot be used: there is no private key");
        fromFile.setClientKey("missing.key");
        assertRefused(fromFile, "client-key " + folder.resolve("missing.key") + " cannot be read");
        fromFile.setClientKey(null);
        assertRefused(fromFile, "client-certificate-data has no client-key or client-key-data beside it");

        assertRefused(
                data(EC, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"),
                "client-key-data cannot be used: the private key cannot be read");
        AuthInfo notBase64 = data(EC, "");
        notBase64.setClientKeyData("%%%");
        assertRefused(notBase64, "client-key-data is not base64");
        AuthInfo noCertificate = data(EC, TestCertificates.pkcs8(EC.key()));
        noCertificate.setClientCertificateData(base64("hello"));
        assertRefused(noCertificate, "client-certificate-data is not a certificate in PEM");
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() {
        assertRefused(data(EC, Pem.of(RSA.key())), "client-key-data does not belong to client-certificate-data");
        assertRefused(
                data(
                        EC,
                        TestCertificates.pkcs8(
                                TestCertificates.of("EC", "other").key())),
                "client-key-data does not belong to client-certificate-data");
    }

    /** With the curve, as OpenSSL writes it. */
    private static String sec1(CertifiedKey certified) throws IOException {
        PrivateKeyInfo info = PrivateKeyInfo.getInstance(certified.key().getEncoded());
        ECPrivateKey bare = ECPrivateKey.getInstance(info.parsePrivateKey());
        var complete = new ECPrivateKey(
                256, bare.getKey(), info.getPrivateKeyAlgorithm().getParameters());
        return "-----BEGIN EC PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(complete.getEncoded())
                + "\n-----END EC PRIVATE KEY-----\n";
    }

    private void assertReads(CertifiedKey certified, String key, String form) {
        assertThat(key).contains(form);
        assertThat(read(data(certified, key))).as(form).hasValueSatisfying(found -> {
            assertThat(found.chain()).isEqualTo(certified.chain());
            assertThat(CertifiedKey.belongs(found.key(), certified.chain().get(0)))
                    .isTrue();
        });
    }

    private void assertRefused(AuthInfo user, String problem) {
        assertThatThrownBy(() -> read(user))
                .isInstanceOf(LoginException.class)
                .hasMessageStartingWith("kubeconfig " + folder.resolve("config") + ", user somebody: " + problem);
    }

    private Optional<CertifiedKey> read(AuthInfo user) {
        return new UserCertificate(folder.resolve("config"), "somebody", user).read();
    }

    private static AuthInfo data(CertifiedKey certified, String key) {
        return new AuthInfoBuilder()
                .withClientCertificateData(base64(Pem.of(certified.chain())))
                .withClientKeyData(base64(key))
                .build();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String written(Object object) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }

    private static String written(Object object, org.bouncycastle.openssl.PEMEncryptor encryptor) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object, encryptor);
        }
        return text.toString();
    }
}
