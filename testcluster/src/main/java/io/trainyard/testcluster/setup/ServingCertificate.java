package io.trainyard.testcluster.setup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;

/**
 * One self-signed certificate with which every component of a cluster serves, so that one file is all that clients have
 * to trust. The Java platform has no public API that signs certificates; its key tool does it.
 *
 * @param certificateFile PEM
 * @param keyFile PEM; named as JobSet's webhook server wants it, beside the certificate
 * @param pem the content of the certificate file
 */
public record ServingCertificate(Path certificateFile, Path keyFile, String pem) {

    /** Also the names under which the API server calls webhooks. */
    private static final String NAMES = "SAN=IP:127.0.0.1,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,"
            + "DNS:kubernetes.default.svc"
            + service(JobSetObjects.SERVICE, JobSetObjects.NAMESPACE)
            + service(KubeflowTrainerObjects.SERVICE, KubeflowTrainerObjects.NAMESPACE);

    private static final char[] PASSWORD = "only-for-tests".toCharArray();

    /** Makes a key and a certificate in an existing folder; takes most of a second. */
    public static ServingCertificate create(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("serving.p12");
        Path keyTool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(List.of(
                        keyTool.toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        "serving",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-sigalg",
                        "SHA256withECDSA",
                        "-dname",
                        "CN=trainyard-testcluster",
                        "-validity",
                        "3650",
                        "-startdate",
                        "-1d",
                        "-ext",
                        NAMES,
                        "-ext",
                        "BC:c=ca:true",
                        "-ext",
                        "KU:c=digitalSignature,keyCertSign",
                        "-ext",
                        "EKU=serverAuth,clientAuth",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD),
                        "-keypass",
                        new String(PASSWORD)))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(keyTool + " made no certificate: " + output);
        }
        return export(store, folder);
    }

    private static String service(String name, String namespace) {
        return ",DNS:" + name + "." + namespace + ".svc";
    }

    private static ServingCertificate export(Path store, Path folder) throws IOException {
        try {
            KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
            String certificate =
                    Pem.encode("CERTIFICATE", keys.getCertificate("serving").getEncoded());
            String key =
                    Pem.encode("PRIVATE KEY", keys.getKey("serving", PASSWORD).getEncoded());
            return new ServingCertificate(
                    Files.writeString(folder.resolve("tls.crt"), certificate),
                    Files.writeString(folder.resolve("tls.key"), key),
                    certificate);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the new certificate from " + store, e);
        }
    }
}
