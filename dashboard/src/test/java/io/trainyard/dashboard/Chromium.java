package io.trainyard.dashboard;

import io.trainyard.foundation.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClientOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real browser with one page, spoken to by its own protocol for debuggers. For one thread. */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, Promise<Map<String, Object>>> waiting = new ConcurrentHashMap<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private String session = "";

    private Chromium(Process process, Path profile, WebSocket socket) {
        this.process = process;
        this.profile = profile;
        this.socket = socket;
    }

    /** Where the program is; empty when this machine has none. */
    static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Chromium start(Vertx vertx, Path program) throws Exception {
        Path profile = Files.createTempDirectory("chromium");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--remote-allow-origins=*",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        String address = address(process);
        Thread drain = new Thread(() -> drain(process), "chromium");
        drain.setDaemon(true);
        drain.start();
        WebSocket socket = get(vertx.createWebSocketClient(
                        new WebSocketClientOptions().setMaxFrameSize(64 << 20).setMaxMessageSize(64 << 20))
                .connect(
                        Integer.parseInt(address.replaceAll(".*:(\\d+)/.*", "$1")),
                        "127.0.0.1",
                        address.substring(address.indexOf("/devtools"))));
        Chromium browser = new Chromium(process, profile, socket);
        socket.textMessageHandler(browser::received);
        browser.openPage();
        return browser;
    }

    @SuppressWarnings("resource") // the stream is read on by drain()
    private static String address(Process process) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("DevTools listening on ")) {
                return line.substring(22);
            }
        }
        throw new IOException("Chromium ended before it listened");
    }

    private static void drain(Process process) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            while (output.readLine() != null) {
                // Its log is of no use, but must not fill the pipe.
            }
        } catch (IOException ended) {
            // As it should.
        }
    }

    private void openPage() {
        Object target =
                command("Target.createTarget", Map.of("url", "about:blank")).get("targetId");
        session = String.valueOf(command("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId"));
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            command(domain + ".enable", Map.of());
        }
    }

    private void received(String text) {
        Map<String, Object> message = Json.parseObject(text);
        if (message.get("id") instanceof Long id) {
            Promise<Map<String, Object>> promise = waiting.remove(id.intValue());
            if (message.containsKey("error")) {
                promise.fail(String.valueOf(message.get("error")));
            } else {
                promise.complete(object(message.get("result")));
            }
            return;
        }
        Map<String, Object> parameters = object(message.get("params"));
        switch (String.valueOf(message.get("method"))) {
            case "Runtime.exceptionThrown" -> problems.add(Json.text(parameters.get("exceptionDetails")));
            case "Log.entryAdded" -> {
                Map<String, Object> entry = object(parameters.get("entry"));
                if ("error".equals(entry.get("level"))) {
                    problems.add(entry.get("text") + " " + entry.get("url"));
                }
            }
            case "Network.requestWillBeSent" ->
                requests.add(String.valueOf(object(parameters.get("request")).get("url")));
            default -> {}
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private Map<String, Object> command(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        Promise<Map<String, Object>> answer = Promise.promise();
        waiting.put(id, answer);
        Map<String, Object> message =
                new LinkedHashMap<>(Map.of("id", (long) id, "method", method, "params", parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        socket.writeTextMessage(Json.text(message));
        return get(answer.future());
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void size(int width, int height) {
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** Takes the network away, or gives it back. */
    void offline(boolean offline) {
        command(
                "Network.emulateNetworkConditions",
                Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    void dark(boolean dark) {
        command(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    void open(String url) {
        command("Page.navigate", Map.of("url", url));
    }

    /** The value of an expression, as text; a promise is waited for. */
    String evaluate(String expression) {
        Map<String, Object> answer = command(
                "Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.containsKey("exceptionDetails")) {
            throw new IllegalStateException(Json.text(answer.get("exceptionDetails")));
        }
        return String.valueOf(object(answer.get("result")).get("value"));
    }

    void key(String key) {
        Map<String, Object> event = new LinkedHashMap<>(Map.of("key", key));
        if (key.length() == 1) {
            event.put("text", key);
        }
        if (key.equals("Enter")) {
            event.put("text", "\r");
        }
        for (String type : List.of("keyDown", "keyUp")) {
            event.put("type", type);
            command("Input.dispatchKeyEvent", event);
        }
    }

    void type(String text) {
        command("Input.insertText", Map.of("text", text));
    }

    void screenshot(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                Base64.getDecoder()
                        .decode(String.valueOf(command("Page.captureScreenshot", Map.of("format", "png"))
                                .get("data"))));
    }

    /** Errors that scripts, the content security policy or the network caused since the last call. */
    List<String> takeProblems() {
        List<String> taken = new ArrayList<>(problems);
        problems.clear();
        return taken;
    }

    /** Addresses that were asked for. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
    }
}
