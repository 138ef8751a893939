package io.trainyard.launcher.strangers;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that attacks ports of this machine, on one thread. Says once a second how far it is. Ends by itself after its time, and when its input ends; all its
 * connections are closed then.
 */
final class Stranger {
    private static final long REPORT_MILLIS = 500;

    private Stranger() {}

    /**
     * Arguments: the {@link Attack}; how many connections, or requests; after how many seconds it ends; milliseconds between two requests on a connection; ports,
     * divided by commas; an argument of the attack's own: a token, or a file.
     */
    public static void main(String[] arguments) throws Exception {
        // The only place where it reaches is this machine, which has no name here.
        System.setProperty("vertx.disableDnsResolver", "true");
        Attack attack = Attack.valueOf(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        long millis = TimeUnit.SECONDS.toMillis(Long.parseLong(arguments[2]));
        long pause = Long.parseLong(arguments[3]);
        List<Integer> ports =
                Stream.of(arguments[4].split(",")).map(Integer::valueOf).toList();
        String own = arguments.length > 5 ? arguments[5] : "";
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
        Tally tally = new Tally();
        Runnable start =
                switch (attack) {
                    case HALF_REQUEST, HALF_REQUEST_OVER_TLS, HALF_HANDSHAKE ->
                        new HeldConnections(vertx, tally, attack, ports, count)::open;
                    case KEPT_ALIVE -> new KeptConnections(vertx, tally, ports.get(0), count, pause)::open;
                    case UNKNOWN_NAMES -> new UnknownNames(vertx, tally, ports.get(0), count, own)::ask;
                    case REPORTS -> new RankReports(vertx, tally, ports.get(0), Files.readAllLines(Path.of(own)))::send;
                };
        vertx.getOrCreateContext().runOnContext(ready -> {
            vertx.setPeriodic(REPORT_MILLIS, tick -> System.out.println(tally));
            start.run();
        });
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
                .execute(() -> Runtime.getRuntime().halt(0));
        while (System.in.read() >= 0) {
            // Whoever started it has something to say only when it is to end.
        }
        Runtime.getRuntime().halt(0);
    }
}
