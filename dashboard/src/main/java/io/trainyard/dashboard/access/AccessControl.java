package io.trainyard.dashboard.access;

import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Who somebody is, and what he may do. Answers may be a few minutes old. May be asked from any thread. */
public interface AccessControl {

    /**
     * Whose credentials these are; empty when they are nobody's.
     *
     * @return fails when nobody can tell at the moment
     */
    Uni<Optional<Identity>> identify(Credentials credentials);

    /**
     * Whether somebody may do something in a namespace; an empty namespace means in all of them.
     *
     * @return fails when nobody can tell at the moment
     */
    Uni<Boolean> allowed(Identity who, Right right, String namespace);

    /** Everybody may do everything: for a machine that only its owner reaches. */
    static AccessControl everybody() {
        return new AccessControl() {
            @Override
            public Uni<Optional<Identity>> identify(Credentials credentials) {
                return Uni.createFrom().item(Optional.of(Identity.ANYBODY));
            }

            @Override
            public Uni<Boolean> allowed(Identity who, Right right, String namespace) {
                return Uni.createFrom().item(true);
            }
        };
    }
}
