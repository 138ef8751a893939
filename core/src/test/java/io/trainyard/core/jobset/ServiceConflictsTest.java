package io.trainyard.core.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.spi.model.ResourceKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Services of somebody else that have the name that a JobSet needs")
final class ServiceConflictsTest {
    private static final ResourceKey WEB = new ResourceKey("demo", "web");

    private final ServiceConflicts conflicts = new ServiceConflicts(new OneService());

    @Test
    void whoWaitsIsToldOnceWhenTheNameIsFree() {
        assertThat(conflicts.nameTakenFrom(jobSet("a"))).hasValue("web");

        assertThat(conflicts.released(WEB)).containsExactly(new ResourceKey("demo", "a"));
        assertThat(conflicts.released(WEB)).isEmpty();
    }

    @Test
    void aTrainJobThatIsGoneWaitsNoMore() {
        conflicts.nameTakenFrom(jobSet("a"));
        conflicts.nameTakenFrom(jobSet("b"));

        conflicts.forget(new ResourceKey("demo", "a"));

        assertThat(conflicts.released(WEB)).containsExactly(new ResourceKey("demo", "b"));
    }

    private static JobSet jobSet(String name) {
        JobSet jobSet = new JobSet();
        jobSet.getMetadata().setNamespace("demo");
        jobSet.getMetadata().setName(name);
        jobSet.setSpec(Map.of("network", Map.of("subdomain", "web")));
        return jobSet;
    }

    /** Holds nothing but a Service that belongs to nobody. */
    private static final class OneService implements ObjectCache<Service> {
        private final Service web = new ServiceBuilder()
                .withNewMetadata()
                .withNamespace("demo")
                .withName("web")
                .endMetadata()
                .build();

        @Override
        public Optional<Service> find(ResourceKey key) {
            return key.equals(WEB) ? Optional.of(web) : Optional.empty();
        }

        @Override
        public Collection<Service> all() {
            return List.of(web);
        }

        @Override
        public Collection<Service> inNamespace(String namespace) {
            return List.of();
        }

        @Override
        public Collection<Service> byIndex(String index, String value) {
            return List.of();
        }

        @Override
        public boolean isSynced() {
            return true;
        }
    }
}
