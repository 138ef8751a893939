package io.trainyard.core.tls;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates that vouch for themselves, with keys of every kind; good for localhost, as an authority, and for clients. */
public final class TestCertificates {
    private TestCertificates() {}

    /**
     * A new one.
     *
     * @param algorithm RSA, EC or Ed25519
     */
    public static CertifiedKey of(String algorithm, String commonName, Duration validity) {
        try {
            KeyPair keys = KeyPairGenerator.getInstance(algorithm).generateKeyPair();
            X500Name name = new X500Name("CN=" + commonName);
            Instant now = Instant.now();
            var builder = new JcaX509v3CertificateBuilder(
                            name,
                            BigInteger.valueOf(System.nanoTime()),
                            Date.from(now.minusSeconds(3600)),
                            Date.from(now.plus(validity)),
                            name,
                            keys.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                    .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
                        new GeneralName(GeneralName.dNSName, "localhost"),
                        new GeneralName(GeneralName.iPAddress, "127.0.0.1")
                    }));
            X509Certificate certificate = new JcaX509CertificateConverter()
                    .getCertificate(builder.build(
                            new JcaContentSignerBuilder(CertifiedKey.signatureAlgorithm(keys.getPrivate()))
                                    .build(keys.getPrivate())));
            return new CertifiedKey(List.of(certificate), keys.getPrivate());
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** For ten days. */
    public static CertifiedKey of(String algorithm, String commonName) {
        return of(algorithm, commonName, Duration.ofDays(10));
    }

    /** A key as PKCS#8, which all kinds of key have. */
    public static String pkcs8(PrivateKey key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }
}
