package io.trainyard.core.kube.login;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.foundation.regex.LinearPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client certificate of a user of a kubeconfig. Reads it itself, because fabric8 must be told the kind of key and takes some for another; what is
 * wrong with it is said with the file and the field.
 */
final class UserCertificate {
    private static final LinearPattern SPACE = LinearPattern.of("\\s+");

    private final Path kubeconfig;
    private final String name;
    private final AuthInfo user;

    /**
     * Reads nothing yet.
     *
     * @param kubeconfig the file with the user; relative paths start from its folder
     */
    UserCertificate(Path kubeconfig, String name, AuthInfo user) {
        this.kubeconfig = kubeconfig;
        this.name = name;
        this.user = user;
    }

    /** The text of a field, and how messages call the field. */
    private record Field(String name, String text) {}

    /**
     * The certificate with its key; empty when the user has none.
     *
     * @throws LoginException when it cannot be used
     */
    Optional<CertifiedKey> read() {
        Optional<Field> certificate =
                field("client-certificate", user.getClientCertificate(), user.getClientCertificateData());
        if (certificate.isEmpty()) {
            return Optional.empty();
        }
        Field key = field("client-key", user.getClientKey(), user.getClientKeyData())
                .orElseThrow(() -> wrong(certificate.get().name(), "has no client-key or client-key-data beside it"));
        List<X509Certificate> chain = chain(certificate.get());
        PrivateKey privateKey = privateKey(key);
        if (!CertifiedKey.belongs(privateKey, chain.get(0))) {
            throw wrong(key.name(), "does not belong to " + certificate.get().name());
        }
        return Optional.of(new CertifiedKey(chain, privateKey));
    }

    /** Whether both the certificate and its key come from files. */
    boolean isOfFiles() {
        return isFile(user.getClientCertificate(), user.getClientCertificateData())
                && isFile(user.getClientKey(), user.getClientKeyData());
    }

    private static boolean isFile(@Nullable String file, @Nullable String data) {
        return file != null && !file.isEmpty() && (data == null || data.isEmpty());
    }

    private List<X509Certificate> chain(Field field) {
        List<X509Certificate> chain;
        try {
            chain = Pem.certificates(field.text());
        } catch (GeneralSecurityException unreadable) {
            throw wrong(field.name(), "is not a certificate in PEM");
        }
        if (chain.isEmpty()) {
            throw wrong(field.name(), "is not a certificate in PEM");
        }
        return chain;
    }

    private PrivateKey privateKey(Field field) {
        try {
            return Pem.key(field.text());
        } catch (GeneralSecurityException unreadable) {
            throw wrong(field.name(), "cannot be used: " + unreadable.getMessage());
        }
    }

    /** What stands in the kubeconfig itself wins over a file, as with kubectl. */
    private Optional<Field> field(String field, @Nullable String file, @Nullable String data) {
        if (data != null && !data.isEmpty()) {
            return Optional.of(decoded(field + "-data", data));
        }
        return file == null || file.isEmpty() ? Optional.empty() : Optional.of(content(field, file));
    }

    private Field decoded(String field, String data) {
        try {
            byte[] pem = Base64.getDecoder().decode(SPACE.replaceAll(data, ""));
            return new Field(field, new String(pem, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notBase64) {
            throw wrong(field, "is not base64");
        }
    }

    private Field content(String field, String file) {
        Path path = kubeconfig.toAbsolutePath().resolveSibling(file);
        try {
            return new Field(field + " " + path, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            throw wrong(field + " " + path, "cannot be read: " + unreadable);
        }
    }

    private LoginException wrong(String field, String problem) {
        return new LoginException("kubeconfig " + kubeconfig + ", user " + name + ": " + field + " " + problem);
    }
}
