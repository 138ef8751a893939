package io.trainyard.core.certificates;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;

/** Keys for tests that make many certificates: real ones, but only some, taken in turn, since a pair takes up to half a second. */
final class SpareKeys implements KeyPairs {
    static final KeyPairs SHARED = new SpareKeys();

    /** More than certificates are compared with each other in any test. */
    private static final int PAIRS = 8;

    private final KeyPairs source = KeyPairs.rsa();
    private final List<KeyPair> pairs = new ArrayList<>();
    private int taken;

    private SpareKeys() {}

    /** Makes all of them: for tests whose certificates live for seconds, and in which a pair that comes late would be one that comes too late. */
    static void makeAll() throws GeneralSecurityException {
        for (int i = 0; i < PAIRS; i++) {
            SHARED.next();
        }
    }

    @Override
    public synchronized KeyPair next() throws GeneralSecurityException {
        if (pairs.size() < PAIRS) {
            pairs.add(source.next());
        }
        return pairs.get(taken++ % PAIRS);
    }
}
