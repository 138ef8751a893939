package io.trainyard.local.kubelet.curious;

import io.trainyard.local.api.LocalApiServer;

/** Sees what a kubelet must not see; a rule has to notice it. */
public final class CuriousKubelet {
    public String looksIntoTheServer(LocalApiServer server) {
        return server.url();
    }
}
