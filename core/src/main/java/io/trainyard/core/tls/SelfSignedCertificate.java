package io.trainyard.core.tls;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/**
 * A certificate that nobody has vouched for, on the curve P-256: for a server whose callers do not check, or are given the certificate itself.
 *
 * @param keyPem private key, PKCS#8 in PEM; a secret
 * @param certificatePem certificate in PEM
 * @param notAfter until when it is valid
 */
public record SelfSignedCertificate(String keyPem, String certificatePem, Instant notAfter) {
    /** Clocks differ: callers that lag behind must not find it not valid yet. */
    private static final Duration BACKDATED = Duration.ofHours(1);

    private static final int MAX_COMMON_NAME_LENGTH = 64;
    private static final String FALLBACK_COMMON_NAME = "trainyard";

    /**
     * Makes one on a worker thread.
     *
     * @param names DNS names and IP addresses that it is for, at least one; the first is the common name, too, unless it is too long for that
     * @param validity from now on
     */
    public static Uni<SelfSignedCertificate> create(
            Vertx vertx, TimeSource time, List<String> names, Duration validity) {
        return Uni.createFrom()
                .completionStage(() -> vertx.executeBlocking(() -> make(names, validity, time.now()), false)
                        .toCompletionStage());
    }

    /** Makes one; costs milliseconds of computing. */
    static SelfSignedCertificate make(List<String> names, Duration validity, Instant now)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a certificate needs at least one DNS name or IP address");
        }
        if (validity.isNegative() || validity.isZero()) {
            throw new IllegalArgumentException("validity must be positive, not " + validity);
        }
        var random = new SecureRandom();
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        KeyPair keys = generator.generateKeyPair();
        Instant notAfter = now.plus(validity);
        X500Name subject = subject(names.get(0));
        X509CertificateHolder certificate = new JcaX509v3CertificateBuilder(
                        subject,
                        new BigInteger(127, random).setBit(126),
                        Date.from(now.minus(BACKDATED)),
                        Date.from(notAfter),
                        subject,
                        keys.getPublic())
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                .addExtension(Extension.subjectAlternativeName, false, alternatives(names))
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
        return new SelfSignedCertificate(
                pem("PRIVATE KEY", keys.getPrivate().getEncoded()),
                pem("CERTIFICATE", certificate.getEncoded()),
                notAfter);
    }

    /** As Vert.x wants it. */
    public PemKeyCertOptions keyCertOptions() {
        return new PemKeyCertOptions().setKeyValue(Buffer.buffer(keyPem)).setCertValue(Buffer.buffer(certificatePem));
    }

    /** Without the key, which belongs into no log. */
    @Override
    public String toString() {
        return "SelfSignedCertificate[notAfter=" + notAfter + "]";
    }

    /** Callers look at the alternative names; but the issuer, which is the same, must not be without a name. */
    private static X500Name subject(String name) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.CN, name.length() <= MAX_COMMON_NAME_LENGTH ? name : FALLBACK_COMMON_NAME)
                .build();
    }

    private static GeneralNames alternatives(List<String> names) {
        return new GeneralNames(names.stream()
                .map(name ->
                        new GeneralName(IPAddress.isValid(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    private static String pem(String type, byte[] content) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN " + type + "-----\n" + lines.encodeToString(content) + "\n-----END " + type + "-----\n";
    }
}
