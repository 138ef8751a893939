package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * A watch of an API server in this process, as fabric8 sees it: it is told of one event, and of the next one when it has asked for it. Fields belong to one
 * event loop, where the listener is called, too; methods may be called on any thread.
 */
final class InProcessWatch implements WebSocket {
    private static final int NORMAL = 1000;

    private final Listener listener;
    private final Executor loop;
    private final Queue<String> events = new ArrayDeque<>();
    private Runnable end = () -> {};
    private long asked = 1;
    private boolean opened;
    private boolean telling;
    private boolean toldOfEnd;
    private volatile boolean over;

    /**
     * @param loop runs a task on the event loop, at once when called there
     */
    InProcessWatch(Listener listener, Executor loop) {
        this.listener = listener;
        this.loop = loop;
    }

    /**
     * The watch stands; what has arrived already is told after this.
     *
     * @param stop ends it where it comes from
     */
    void open(Runnable stop) {
        loop.execute(() -> {
            listener.onOpen(this);
            end = stop;
            opened = true;
            if (over) {
                stop.run();
            }
            tell();
        });
    }

    /** More events. */
    void arrived(List<String> more) {
        loop.execute(() -> {
            if (!over) {
                events.addAll(more);
                tell();
            }
        });
    }

    /** There will be no more. */
    void ended() {
        loop.execute(() -> {
            over = true;
            tell();
        });
    }

    /** The listener may ask for more while it is told. */
    private void tell() {
        if (telling || !opened) {
            return;
        }
        telling = true;
        try {
            while (asked > 0 && !events.isEmpty()) {
                asked--;
                listener.onMessage(this, events.remove());
            }
            if (over && events.isEmpty() && !toldOfEnd) {
                toldOfEnd = true;
                listener.onClose(this, NORMAL, "");
            }
        } finally {
            telling = false;
        }
    }

    @Override
    public void request() {
        loop.execute(() -> {
            asked++;
            tell();
        });
    }

    @Override
    public boolean send(ByteBuffer buffer) {
        throw new UnsupportedOperationException("who watches sends nothing");
    }

    /** What has arrived and was not told yet is told no more. */
    @Override
    public boolean sendClose(int code, String reason) {
        if (over) {
            return false;
        }
        over = true;
        loop.execute(() -> {
            events.clear();
            end.run();
            tell();
        });
        return true;
    }

    @Override
    public long queueSize() {
        return 0;
    }
}
