package io.trainyard.local.streaming.portforward;

/**
 * The pod that connections lead to.
 *
 * @param namespace of the pod
 * @param name of the pod
 * @param uid tells it from a later one of that name; empty where it is not known
 */
public record ForwardedPod(String namespace, String name, String uid) {
    /** What it is called in messages. */
    String title() {
        return "pod " + name + (uid.isEmpty() ? "" : ", uid " + uid);
    }
}
