package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.Optional;

/**
 * A process as {@code pids.json} knows it: ids are used again, so an id alone says nothing.
 *
 * @param start when it started
 * @param pod namespace and name; empty for the kubelet itself
 * @param mark value of the variable that all processes of the container have; empty for the kubelet itself
 */
record RecordedProcess(long pid, ProcessStart start, String pod, String container, String mark) {
    static RecordedProcess of(ProcessHandle process, String pod, String container, String mark) {
        return new RecordedProcess(process.pid(), ProcessStart.of(process), pod, container, mark);
    }

    static RecordedProcess of(Map<String, Object> tree) {
        return new RecordedProcess(
                Tree.integer(-1, tree, "pid"),
                new ProcessStart(Rfc3339.parse(Tree.text(tree, "start")), Tree.text(tree, "ticks")),
                Tree.text(tree, "pod"),
                Tree.text(tree, "container"),
                Tree.text(tree, "mark"));
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = Tree.of("pid", pid);
        start.time().ifPresent(time -> tree.put("start", time.toString()));
        tree.put("ticks", start.ticks());
        if (!mark.isEmpty()) {
            tree.put("pod", pod);
            tree.put("container", container);
            tree.put("mark", mark);
        }
        return tree;
    }

    /** The process, if it is still this one that lives under the id. */
    Optional<ProcessHandle> living() {
        return pid <= 0
                ? Optional.empty()
                : ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(start::isThatOf);
    }
}
