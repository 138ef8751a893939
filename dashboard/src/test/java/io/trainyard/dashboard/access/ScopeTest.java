package io.trainyard.dashboard.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Scope (OPS-71: never more than the user could read with kubectl)")
final class ScopeTest {
    private final List<String> asked = new ArrayList<>();

    @Test
    void whoMayListEverywhereIsAskedForOnce() {
        assertThat(scope(Set.of("", "a"), "a", "b", "c")).isEqualTo(Scope.EVERYWHERE);

        assertThat(asked).containsExactly("");
    }

    @Test
    void whoMayListSomeNamespacesSeesThose() {
        Scope scope = scope(Set.of("a", "c"), "a", "b", "c");

        assertThat(scope).isEqualTo(new Scope(false, Set.of("a", "c")));
        assertThat(scope.contains("a")).isTrue();
        assertThat(scope.contains("b")).isFalse();
        assertThat(scope.contains("later")).isFalse();
    }

    @Test
    void whoMayNothingSeesNothing() {
        assertThat(scope(Set.of(), "a")).isEqualTo(new Scope(false, Set.of()));
    }

    private Scope scope(Set<String> allowed, String... namespaces) {
        AccessControl access = new AccessControl() {
            @Override
            public Uni<Optional<Identity>> identify(Credentials credentials) {
                throw new UnsupportedOperationException("identify");
            }

            @Override
            public Uni<Boolean> allowed(Identity who, Right right, String namespace) {
                asked.add(namespace);
                return Uni.createFrom().item(allowed.contains(namespace));
            }
        };
        return Scope.of(access, Identity.ANYBODY, Right.LIST_JOBS, List.of(namespaces))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .awaitItem()
                .getItem();
    }
}
