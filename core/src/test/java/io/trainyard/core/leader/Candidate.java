package io.trainyard.core.leader;

import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;

/** An elector that remembers what it was told. */
final class Candidate implements LeaderListener {
    final List<String> told = new ArrayList<>();
    final LeaderElector elector;

    Candidate(String identity, KubeApi api, TimeSource time) {
        this.elector = new LeaderElector(
                LeaderConfig.of("kubeflow-system", "trainer").withIdentity(identity), api, time, () -> 0.5, this);
    }

    @Override
    public void elected() {
        told.add("elected");
    }

    @Override
    public void lost(String reason) {
        told.add("lost: " + reason);
    }

    @Override
    public void leaderChanged(String identity) {
        told.add("leader " + identity);
    }
}
