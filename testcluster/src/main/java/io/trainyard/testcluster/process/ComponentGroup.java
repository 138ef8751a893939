package io.trainyard.testcluster.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The running components of one cluster. They end when the group is closed, when this virtual machine exits, and when it
 * is killed; unless they are released before. Safe for use by several threads.
 */
public final class ComponentGroup implements AutoCloseable {

    private final Path logFolder;
    private final ProcessGuard guard;
    private final Thread hook = new Thread(this::killAll, "test-cluster-end");
    private final Map<String, Component> running = new LinkedHashMap<>();
    private boolean closed;

    private ComponentGroup(Path logFolder, ProcessGuard guard) {
        this.logFolder = logFolder;
        this.guard = guard;
    }

    /**
     * An empty group.
     *
     * @param logFolder an existing folder for the logs of the components
     */
    public static ComponentGroup open(Path logFolder) {
        ComponentGroup group = new ComponentGroup(logFolder, ProcessGuard.start());
        Runtime.getRuntime().addShutdownHook(group.hook);
        return group;
    }

    /** Starts a component whose name no running component has. */
    public Component start(String name, List<String> command) {
        return start(name, command, Map.of());
    }

    /** As {@link #start(String, List)}, with variables of its environment besides those of this process. */
    public synchronized Component start(String name, List<String> command, Map<String, String> environment) {
        if (closed) {
            throw new IllegalStateException("the cluster has been stopped; " + name + " cannot be started any more");
        }
        if (running.containsKey(name)) {
            throw new IllegalStateException(name + " runs already");
        }
        Component component = Component.start(name, command, environment, logFolder);
        guard.add(component.handle());
        running.put(name, component);
        return component;
    }

    /** Kills a component and waits until it is gone; an error if it does not run. */
    public synchronized void kill(String name) {
        Component component = running.remove(name);
        if (component == null) {
            throw new IllegalStateException(name + " does not run");
        }
        component.kill();
        guard.drop(component.handle());
    }

    /** A running component; an error if there is none of that name. */
    public synchronized Component require(String name) {
        Component component = running.get(name);
        if (component == null) {
            throw new IllegalStateException(name + " does not run");
        }
        return component;
    }

    /** Those that were started and not killed, in the order of their start. */
    public synchronized List<Component> running() {
        return List.copyOf(running.values());
    }

    /**
     * Lets the components live on when this virtual machine ends. The group is of no use afterwards.
     *
     * @return the components, in the order of their start
     */
    public List<Component> release() {
        List<Component> released;
        synchronized (this) {
            released = running();
            released.forEach(component -> guard.drop(component.handle()));
            running.clear();
        }
        close();
        return released;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
        }
        killAll();
        guard.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The virtual machine is ending already, and its hooks with it: there is nothing left to take back.
            hook.interrupt();
        }
    }

    private synchronized void killAll() {
        closed = true;
        List<Component> newestFirst = new ArrayList<>(running.values());
        Collections.reverse(newestFirst);
        newestFirst.forEach(component -> component.handle().destroyForcibly());
        newestFirst.forEach(Component::kill);
        running.clear();
    }
}
