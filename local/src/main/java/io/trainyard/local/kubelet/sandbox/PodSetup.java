package io.trainyard.local.kubelet.sandbox;

import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.environment.DownwardApi;
import io.trainyard.local.kubelet.launch.WorkFolder;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.naming.NameRewriter;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.process.PodSandbox;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up what the containers of one pod share: address, ports, volumes, hosts file. On the event loop. */
public final class PodSetup {
    private static final Logger LOG = LoggerFactory.getLogger(PodSetup.class);

    private final NodeContext node;
    private final PodSpec pod;
    private final PodFolder folder;
    private final String address;
    private final PodPorts ports;
    private final PodVolumes volumes;
    private final Optional<Set<String>> own;
    private boolean hostsWritten;
    private Future<Void> hostsWrite = Future.succeededFuture();
    private boolean released;

    /** Gives the pod its address at once; all else is made by {@link #run}. */
    public PodSetup(NodeContext node, PodSpec pod, PodFolder folder) {
        this.node = node;
        this.pod = pod;
        this.folder = folder;
        this.own = Optional.ofNullable(node.options().ownPrograms().get(pod.trainJob()));
        this.address = node.addresses().admit(pod);
        this.ports = new PodPorts(node, pod);
        this.volumes = new PodVolumes(node, pod, folder);
    }

    /** The IP address of the pod; never empty. */
    public String address() {
        return address;
    }

    /** The folders of its volumes, by name; empty before they are made. */
    public Map<String, Path> volumes() {
        return volumes.roots();
    }

    /** The port at which the pod is to be reached when it asks for this one. */
    public int port(int asked) {
        return ports.port(asked);
    }

    /** What its containers may ask about it. */
    public DownwardApi downwardApi() {
        return new DownwardApi(pod, node.options().nodeName(), address, NodeContext.HOST_ADDRESS, node.capacity());
    }

    /** Replaces ports, and names as they are known now unless programs resolve them themselves. */
    public NameRewriter names() {
        boolean resolve = node.options().showsMounts() && own.isEmpty();
        return new NameRewriter(
                name -> node.addresses().resolve(pod.namespace(), name).map(address -> resolve ? name : address),
                ports::port);
    }

    /** The variables that the user has given to a program of his own; empty where the pod is none. */
    public Optional<Set<String>> own() {
        return own;
    }

    /** Names and addresses of the pods that it works with, and the address of this machine. */
    public List<String> group() {
        List<String> group = new ArrayList<>(node.addresses().around(pod));
        group.add(NodeContext.HOST_ADDRESS);
        return group;
    }

    /** Sets everything up; may be called again when it failed. */
    public Future<Void> run() {
        return ports.choose(own.isEmpty())
                .compose(nothing -> node.executor().runSandbox(sandbox()))
                .compose(nothing -> volumes.make(downwardApi(), names()::rewrite))
                .compose(nothing -> writeHosts());
    }

    private PodSandbox sandbox() {
        return new PodSandbox(pod, address);
    }

    /** Names have come that were not known when the hosts file was written; the file stays the same one, because programs hold it. */
    public void writeHostsAgain() {
        if (hostsWritten) {
            writeHosts().onFailure(cause -> LOG.warn("the hosts file of {} was not renewed", pod.key(), cause));
        }
    }

    private Future<Void> writeHosts() {
        hostsWritten = true;
        String hosts = node.addresses().hostsFile(pod.namespace());
        // One after the other, or an older text might win.
        hostsWrite = hostsWrite.transform(before -> node.blocking(() -> {
            PrivateFiles.createFoldersAbove(folder.hosts());
            Files.createDirectories(WorkFolder.of(node.options().folders(), pod, folder));
            HostsFile.write(folder.hosts(), hosts + HostsFile.ofMachine());
            return null;
        }));
        return hostsWrite;
    }

    /** Nothing of the pod runs any more, and nothing will. May be called more than once. */
    public void close() {
        if (node.options().folders().linksMounts()) {
            node.blocking(() -> {
                        node.links().release(pod.uid());
                        return null;
                    })
                    .onFailure(cause -> LOG.warn("{} left links behind", pod.key(), cause));
        }
        node.options().mpi().ifPresent(mpi -> node.blocking(() -> {
                    mpi.cleanUp(pod.tree());
                    return null;
                })
                .onFailure(cause -> LOG.warn("{} left temporary files behind", pod.key(), cause)));
        node.executor()
                .removeSandbox(sandbox())
                .onFailure(cause -> LOG.warn("{} left something behind", pod.key(), cause));
    }

    /** The pod is gone. */
    public void release() {
        if (!released) {
            released = true;
            node.addresses().release(pod);
            ports.release();
        }
    }
}
