package io.trainyard.testcluster.process;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks the health pages of components, over HTTP or over TLS with one trusted certificate. */
public final class HttpProbe {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient client;
    private final String token;

    /**
     * @param certificate the certificate to trust, in PEM
     * @param token the bearer token to show
     */
    public HttpProbe(String certificate, String token) {
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .sslContext(trusting(certificate))
                .build();
        this.token = token;
    }

    /** True once the page answers with status 200. */
    public Readiness.Probe isWell(String url) {
        return () -> {
            HttpResponse<String> answer = get(url);
            if (answer.statusCode() != 200) {
                throw new IOException(url + " answers " + answer.statusCode() + " " + answer.body());
            }
            return true;
        };
    }

    /** Sends one GET request and blocks until it is answered, in whatever manner. */
    public void ask(String url) {
        try {
            get(url);
        } catch (IOException e) {
            throw new UncheckedIOException("no answer from " + url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + url, e);
        }
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static SSLContext trusting(String certificate) {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "testcluster",
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(
                                    new ByteArrayInputStream(certificate.getBytes(StandardCharsets.US_ASCII))));
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("not a certificate in PEM: " + certificate, e);
        }
    }
}
