package io.trainyard.local.kubelet;

import java.nio.file.Path;

/** A kubelet that runs one pod until the virtual machine ends. */
final class KubeletMain {
    private KubeletMain() {}

    /** Arguments: a folder, and what the pod runs; its first line of output must be its process id. */
    public static void main(String[] args) throws InterruptedException {
        Laptop laptop = new Laptop(Path.of(args[0]));
        laptop.runOnce("lives", args[1]);
        System.out.println("program " + laptop.awaitLog("lives", "main", "\n").strip());
        Thread.currentThread().join();
    }
}
