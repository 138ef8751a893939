package io.trainyard.core.leader;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.RefusingKubeApi;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An API server with one Lease, and a network between it and each candidate that a test can disturb. */
final class LeaseServer {
    private final ManualTimeSource time;
    private @Nullable Lease lease;
    private int version;
    final List<String> requests = new ArrayList<>();
    final List<String> events = new ArrayList<>();

    LeaseServer(ManualTimeSource time) {
        this.time = time;
    }

    /** How a request fares. */
    enum Fate {
        /** Arrives and is answered. */
        ANSWERED,
        /** Arrives; the answer is lost. */
        ANSWER_LOST,
        /** Never arrives; nobody says so. */
        LOST,
        /** Fails at once. */
        REFUSED
    }

    /** What the network does with the next request of a candidate, and how long each way takes. */
    interface Network {
        Fate fate();

        Duration oneWay();
    }

    /** Answers at once. */
    static final Network GOOD = new Network() {
        @Override
        public Fate fate() {
            return Fate.ANSWERED;
        }

        @Override
        public Duration oneWay() {
            return Duration.ZERO;
        }
    };

    @Nullable
    Lease lease() {
        return lease;
    }

    String holder() {
        return lease == null ? "" : String.valueOf(lease.getSpec().getHolderIdentity());
    }

    /** Changes the Lease as somebody else would. */
    void put(Lease changed) {
        lease = stamped(changed);
    }

    void delete() {
        lease = null;
    }

    KubeApi through(Network network) {
        return new Client(network);
    }

    private Lease stamped(Lease changed) {
        return new LeaseBuilder(changed)
                .editMetadata()
                .withResourceVersion(String.valueOf(++version))
                .endMetadata()
                .build();
    }

    private Lease doCreate(Lease created) {
        if (lease != null) {
            throw failure(ApiFailure.Kind.ALREADY_EXISTS, 409);
        }
        lease = stamped(created);
        return lease;
    }

    private Lease doUpdate(Lease updated) {
        if (lease == null) {
            throw failure(ApiFailure.Kind.NOT_FOUND, 404);
        }
        if (!lease.getMetadata()
                .getResourceVersion()
                .equals(updated.getMetadata().getResourceVersion())) {
            throw failure(ApiFailure.Kind.CONFLICT, 409);
        }
        lease = stamped(updated);
        return lease;
    }

    private static ApiFailure failure(ApiFailure.Kind kind, int code) {
        return new ApiFailure(kind, code, "", kind.toString(), null, null);
    }

    private final class Client extends RefusingKubeApi {
        private final Network network;

        private Client(Network network) {
            this.network = network;
        }

        private <T> Uni<T> send(String what, Supplier<T> request) {
            return Uni.createFrom().emitter(emitter -> {
                Fate fate = network.fate();
                Duration oneWay = network.oneWay();
                requests.add(what + " " + fate);
                if (fate == Fate.REFUSED) {
                    time.after(oneWay, () -> emitter.fail(failure(ApiFailure.Kind.UNREACHABLE, 0)));
                }
                if (fate == Fate.LOST || fate == Fate.REFUSED) {
                    return;
                }
                time.after(oneWay, () -> {
                    T answer;
                    try {
                        answer = request.get();
                    } catch (ApiFailure refused) {
                        if (fate == Fate.ANSWERED) {
                            time.after(oneWay, () -> emitter.fail(refused));
                        }
                        return;
                    }
                    if (fate == Fate.ANSWERED) {
                        time.after(oneWay, () -> emitter.complete(answer));
                    }
                });
            });
        }

        @Override
        public <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name) {
            return send("get", () -> Optional.ofNullable(lease).map(type::cast));
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends HasMetadata> Uni<T> create(T object) {
            if (object instanceof Event event) {
                events.add(event.getReason() + ": " + event.getMessage());
                return Uni.createFrom().item(object);
            }
            return send("create", () -> (T) doCreate((Lease) object));
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends HasMetadata> Uni<T> update(T object) {
            return send("update", () -> (T) doUpdate((Lease) object));
        }
    }
}
