package io.trainyard.core.kube.login;

import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.ReloadableKeyManager;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;

/** The client certificate in use, which a credential plugin may replace by another. Any thread. */
public final class ClientKeys {
    private final ReloadableKeyManager manager;
    private volatile Runnable replaced = () -> {};

    /** Begins with this one. */
    ClientKeys(CertifiedKey first) throws GeneralSecurityException, IOException {
        manager = new ReloadableKeyManager(first.keyManagers().getKeyManagers());
    }

    /** For TLS; every handshake uses the certificate of its time. */
    public KeyManager[] managers() {
        return new KeyManager[] {manager};
    }

    /** Called after another certificate has come: connections that are open still speak for the old one. */
    public void onReplaced(Runnable listener) {
        replaced = listener;
    }

    void replace(CertifiedKey next) throws GeneralSecurityException, IOException {
        manager.exchange(next.keyManagers().getKeyManagers());
        replaced.run();
    }
}
