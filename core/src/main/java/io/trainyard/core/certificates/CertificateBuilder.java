package io.trainyard.core.certificates;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes keys and certificates with Bouncy Castle. Takes up to some hundred milliseconds: not on an event loop. */
final class CertificateBuilder {
    private static final String AUTHORITY = "kubeflow-trainer-ca";
    private static final String ORGANIZATION = "kubeflow-trainer";
    private static final int MAX_COMMON_NAME_LENGTH = 64;

    private final CertificatePolicy policy;
    private final KeyPairs keyPairs;
    private final SecureRandom random = new SecureRandom();

    /** @param keys where the keys of certificates come from */
    CertificateBuilder(CertificatePolicy policy, KeyPairs keys) {
        this.policy = policy;
        this.keyPairs = keys;
    }

    /** An authority that vouches for itself. */
    SignedKey authority(Instant now) throws GeneralSecurityException {
        KeyPair keys = keyPairs.next();
        X500Name name = new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.CN, AUTHORITY)
                .addRDN(BCStyle.O, ORGANIZATION)
                .build();
        try {
            JcaX509v3CertificateBuilder builder = builder(name, name, keys, now, now.plus(policy.authorityValidity()));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                    .addExtension(
                            Extension.keyUsage,
                            true,
                            new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment | KeyUsage.keyCertSign))
                    .addExtension(Extension.subjectAlternativeName, false, alternatives(List.of(AUTHORITY)))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
            return new SignedKey(List.of(sign(builder, "SHA256withRSA", keys.getPrivate())), keys.getPrivate());
        } catch (IOException | OperatorCreationException failed) {
            throw new GeneralSecurityException("the authority's certificate cannot be made", failed);
        }
    }

    /** A certificate for the servers; it does not outlive the authority. */
    SignedKey server(SignedKey authority, Instant now) throws GeneralSecurityException {
        KeyPair keys = keyPairs.next();
        Instant wanted = now.plus(policy.serverValidity());
        Instant notAfter = wanted.isAfter(authority.notAfter()) ? authority.notAfter() : wanted;
        X500NameBuilder subject = new X500NameBuilder(BCStyle.INSTANCE);
        boolean named = policy.name().length() <= MAX_COMMON_NAME_LENGTH;
        if (named) {
            subject.addRDN(BCStyle.CN, policy.name());
        }
        try {
            X500Name issuer = X500Name.getInstance(
                    authority.certificate().getSubjectX500Principal().getEncoded());
            JcaX509v3CertificateBuilder builder = builder(issuer, subject.build(), keys, now, notAfter);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(
                            Extension.keyUsage,
                            true,
                            new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    // Without a subject the alternatives are all there is, and must be understood.
                    .addExtension(Extension.subjectAlternativeName, !named, alternatives(policy.names()))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils()
                                    .createAuthorityKeyIdentifier(
                                            authority.certificate().getPublicKey()));
            return new SignedKey(
                    List.of(sign(builder, authority.signatureAlgorithm(), authority.key())), keys.getPrivate());
        } catch (IOException | OperatorCreationException failed) {
            throw new GeneralSecurityException("the servers' certificate cannot be made", failed);
        }
    }

    private JcaX509v3CertificateBuilder builder(
            X500Name issuer, X500Name subject, KeyPair keys, Instant now, Instant notAfter) {
        Instant notBefore = now.truncatedTo(ChronoUnit.SECONDS).minus(CertificateIssuer.BACKDATED);
        // The topmost bit makes it positive and never zero.
        BigInteger serial = new BigInteger(127, random).setBit(126);
        return new JcaX509v3CertificateBuilder(
                issuer, serial, Date.from(notBefore), Date.from(notAfter), subject, keys.getPublic());
    }

    private static X509Certificate sign(JcaX509v3CertificateBuilder builder, String algorithm, PrivateKey key)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(key)));
    }

    private static GeneralNames alternatives(List<String> names) {
        return new GeneralNames(names.stream()
                .map(name -> new GeneralName(GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }
}
