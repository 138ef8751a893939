package io.trainyard.launcher.acceptance;

import io.trainyard.launcher.deploy.LateBalancer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pods of the Deployment as processes. The Service's balancer and the scraper learn of each that becomes ready, and of each that ends. Used by one thread,
 * but for {@link #all}. Closing kills those that run.
 */
final class ShippedPods implements AutoCloseable {
    /** Starts the pod of that name as the Deployment is now, and waits until it is ready. */
    interface Kubelet {
        ShippedPod start(String name) throws IOException;
    }

    private final Kubelet kubelet;
    private final LateBalancer service;
    private final ScrapeTargets targets;
    private final List<ShippedPod> all = new CopyOnWriteArrayList<>();
    private final List<ShippedPod> running = new ArrayList<>();
    private final List<Integer> exitCodes = new CopyOnWriteArrayList<>();

    ShippedPods(Kubelet kubelet, LateBalancer service, ScrapeTargets targets) {
        this.kubelet = kubelet;
        this.service = service;
        this.targets = targets;
    }

    void start() throws IOException {
        ShippedPod pod = kubelet.start("replica-" + (all.size() + 1));
        all.add(pod);
        running.add(pod);
        service.add(pod.controller().webhookPort());
        tellScraper();
    }

    /** Ends the oldest one as a kubelet does, and waits until it has ended. */
    void stop() throws InterruptedException {
        ShippedPod pod = running.remove(0);
        service.removeLate(pod.controller().webhookPort());
        exitCodes.add(pod.controller().stop());
        tellScraper();
    }

    /** Each is stopped before another one takes its place, one after the other. */
    void restartOneByOne() throws IOException, InterruptedException {
        int count = running.size();
        for (int i = 0; i < count; i++) {
            stop();
            start();
        }
    }

    /** As a RollingUpdate with maxSurge 1 and maxUnavailable 0: another one is ready before each is stopped. */
    void roll() throws IOException, InterruptedException {
        int count = running.size();
        for (int i = 0; i < count; i++) {
            start();
            stop();
        }
    }

    private void tellScraper() {
        targets.set(running);
    }

    /** All that ever ran. */
    List<ShippedPod> all() {
        return List.copyOf(all);
    }

    /** Those that run now. */
    List<ShippedPod> running() {
        return List.copyOf(running);
    }

    /** Of those that were stopped. */
    List<Integer> exitCodes() {
        return List.copyOf(exitCodes);
    }

    @Override
    public void close() {
        all.forEach(ShippedPod::close);
    }
}
