package io.trainyard.core.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The authorities whose certificates are accepted, which can be exchanged at any moment: a handshake that comes later is judged by the new ones,
 * connections that stand live on. Safe on any thread.
 */
public final class ReloadableTrustManager extends X509ExtendedTrustManager {
    private volatile X509ExtendedTrustManager current;

    /**
     * Begins with these authorities.
     *
     * @throws GeneralSecurityException when there is none, or one cannot be used
     */
    public ReloadableTrustManager(List<X509Certificate> authorities) throws GeneralSecurityException {
        current = trusting(authorities);
    }

    /**
     * Accepts certificates of these authorities from now on, and no others.
     *
     * @throws GeneralSecurityException when there is none, or one cannot be used; then nothing is changed
     */
    public void exchange(List<X509Certificate> authorities) throws GeneralSecurityException {
        current = trusting(authorities);
    }

    private static X509ExtendedTrustManager trusting(List<X509Certificate> authorities)
            throws GeneralSecurityException {
        if (authorities.isEmpty()) {
            throw new GeneralSecurityException("there is no certificate of an authority");
        }
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (X509Certificate authority : authorities) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return Arrays.stream(factory.getTrustManagers())
                    .flatMap(manager ->
                            manager instanceof X509ExtendedTrustManager extended ? Stream.of(extended) : Stream.empty())
                    .findFirst()
                    .orElseThrow(() -> new GeneralSecurityException("this Java cannot check certificates"));
        } catch (IOException impossible) {
            throw new GeneralSecurityException(impossible);
        }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return current.getAcceptedIssuers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        current.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        current.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        current.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        current.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        current.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        current.checkServerTrusted(chain, authType, engine);
    }
}
