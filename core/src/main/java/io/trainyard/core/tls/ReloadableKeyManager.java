package io.trainyard.core.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The key and certificate of a server or a client, which can be exchanged at any moment without a gap: a handshake that has begun ends with those it began with, every
 * later one uses the new ones. Vert.x' own way of changing TLS options drops connections that come while it works. Safe on any thread.
 */
public final class ReloadableKeyManager extends X509ExtendedKeyManager {
    private static final char SEPARATOR = ':';

    /** The newest first, then the one before. */
    private volatile List<Generation> generations;

    private record Generation(long number, X509ExtendedKeyManager keys) {
        @Nullable
        String mark(@Nullable String alias) {
            return alias == null ? null : number + String.valueOf(SEPARATOR) + alias;
        }
    }

    /** Begins with these keys. */
    public ReloadableKeyManager(KeyManager[] first) {
        generations = List.of(new Generation(0, extended(first)));
    }

    /**
     * Uses these keys from now on.
     *
     * @throws IllegalArgumentException when there is none; then nothing is changed
     */
    public void exchange(KeyManager[] next) {
        Generation last = generations.get(0);
        generations = List.of(new Generation(last.number() + 1, extended(next)), last);
    }

    private static X509ExtendedKeyManager extended(KeyManager[] managers) {
        return Arrays.stream(managers)
                .flatMap(manager -> manager instanceof X509ExtendedKeyManager keys ? Stream.of(keys) : Stream.empty())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no key for a certificate"));
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        Generation newest = generations.get(0);
        return newest.mark(newest.keys().chooseEngineServerAlias(keyType, issuers, engine));
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        Generation newest = generations.get(0);
        return newest.mark(newest.keys().chooseServerAlias(keyType, issuers, socket));
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal[] issuers) {
        Generation newest = generations.get(0);
        String[] aliases = newest.keys().getServerAliases(keyType, issuers);
        return aliases == null ? null : Arrays.stream(aliases).map(newest::mark).toArray(String[]::new);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Generation generation = generation(alias);
        return generation == null ? null : generation.keys().getCertificateChain(unmarked(alias));
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        Generation generation = generation(alias);
        return generation == null ? null : generation.keys().getPrivateKey(unmarked(alias));
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal[] issuers) {
        Generation newest = generations.get(0);
        String[] aliases = newest.keys().getClientAliases(keyType, issuers);
        return aliases == null ? null : Arrays.stream(aliases).map(newest::mark).toArray(String[]::new);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        Generation newest = generations.get(0);
        return newest.mark(newest.keys().chooseEngineClientAlias(keyTypes, issuers, engine));
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        Generation newest = generations.get(0);
        return newest.mark(newest.keys().chooseClientAlias(keyTypes, issuers, socket));
    }

    private @Nullable Generation generation(String alias) {
        int end = alias.indexOf(SEPARATOR);
        String number = end < 0 ? "" : alias.substring(0, end);
        return generations.stream()
                .filter(each -> Long.toString(each.number()).equals(number))
                .findFirst()
                .orElse(null);
    }

    private static String unmarked(String alias) {
        return alias.substring(alias.indexOf(SEPARATOR) + 1);
    }
}
