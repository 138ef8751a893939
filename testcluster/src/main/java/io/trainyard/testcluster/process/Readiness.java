package io.trainyard.testcluster.process;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Waits until a component answers, and notices at once when any component ends meanwhile.
 *
 * @param limit how long to wait at most
 */
public record Readiness(Duration limit) {

    private static final long PAUSE_MILLIS = 50;

    /** Something that is true once a component is ready; may fail as long as it is not. */
    @FunctionalInterface
    public interface Probe {
        boolean isReady() throws Exception;
    }

    /**
     * Blocks until the probe says yes.
     *
     * @param component what is waited for
     * @param running all components that have to stay alive meanwhile
     * @param probe asked again and again
     * @throws ComponentFailedException when a component ends, when time is up, or when this thread is interrupted
     */
    public void await(Component component, Collection<Component> running, Probe probe) {
        long end = System.nanoTime() + limit.toNanos();
        String lastAnswer = "it said no";
        while (true) {
            running.forEach(Component::requireRunning);
            try {
                if (probe.isReady()) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw component.failure("was not ready when the wait for it was interrupted");
            } catch (Exception e) {
                lastAnswer = e.toString();
            }
            if (System.nanoTime() - end > 0) {
                throw component.failure("was not ready after " + limit.toSeconds() + " s (" + lastAnswer + ")");
            }
            pause(component);
        }
    }

    private static void pause(Component component) {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw component.failure("was not ready when the wait for it was interrupted");
        }
    }
}
