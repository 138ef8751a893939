package io.trainyard.testcluster.browser;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real browser with one page, spoken to by its own protocol for debuggers. For one thread. */
public final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, Promise<JsonObject>> waiting = new ConcurrentHashMap<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private String session = "";

    private Chromium(Process process, Path profile, WebSocket socket) {
        this.process = process;
        this.profile = profile;
        this.socket = socket;
    }

    /** Where the program is; empty when this machine has none. */
    public static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts one without a window.
     *
     * @param program see {@link #program}
     * @throws IOException when it does not start
     */
    public static Chromium start(Vertx vertx, Path program) throws IOException {
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
        String target =
                command("Target.createTarget", Map.of("url", "about:blank")).getString("targetId");
        session = command("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .getString("sessionId");
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            command(domain + ".enable", Map.of());
        }
    }

    private void received(String text) {
        JsonObject message = new JsonObject(text);
        Integer id = message.getInteger("id");
        if (id != null) {
            Optional.ofNullable(waiting.remove(id)).ifPresent(answer -> {
                if (message.containsKey("error")) {
                    answer.fail(message.getJsonObject("error").encode());
                } else {
                    answer.complete(message.getJsonObject("result"));
                }
            });
            return;
        }
        JsonObject parameters = message.getJsonObject("params", new JsonObject());
        switch (message.getString("method", "")) {
            case "Runtime.exceptionThrown" ->
                problems.add(parameters.getJsonObject("exceptionDetails").encode());
            case "Log.entryAdded" -> {
                JsonObject entry = parameters.getJsonObject("entry");
                if ("error".equals(entry.getString("level"))) {
                    problems.add(entry.getString("text") + " " + entry.getString("url"));
                }
            }
            case "Network.requestWillBeSent" ->
                requests.add(parameters.getJsonObject("request").getString("url"));
            default -> {}
        }
    }

    private JsonObject command(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        Promise<JsonObject> answer = Promise.promise();
        waiting.put(id, answer);
        JsonObject message =
                new JsonObject().put("id", id).put("method", method).put("params", new JsonObject(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        get(socket.writeTextMessage(message.encode()));
        return get(answer.future());
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException | TimeoutException failure) {
            throw new IllegalStateException("the browser does not do as it is told", failure);
        }
    }

    /** How large the page is; a narrow one is a phone's. */
    public void size(int width, int height) {
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** Takes the network away, or gives it back. */
    public void offline(boolean offline) {
        command(
                "Network.emulateNetworkConditions",
                Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    /** Which colours the user prefers. */
    public void dark(boolean dark) {
        command(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Goes to an address; does not wait until anything is shown. */
    public void open(String url) {
        command("Page.navigate", Map.of("url", url));
    }

    /** The value of an expression, as text; a promise is waited for. */
    public String evaluate(String expression) {
        JsonObject answer = command(
                "Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.containsKey("exceptionDetails")) {
            throw new IllegalStateException(
                    answer.getJsonObject("exceptionDetails").encode());
        }
        return String.valueOf(answer.getJsonObject("result").getValue("value"));
    }

    /** Presses a key. */
    public void key(String key) {
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

    /** Puts text where the cursor is. */
    public void type(String text) {
        command("Input.insertText", Map.of("text", text));
    }

    /** A picture of what is seen, as PNG. */
    public void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(
                file,
                Base64.getDecoder()
                        .decode(command("Page.captureScreenshot", Map.of("format", "png"))
                                .getString("data")));
    }

    /** Errors that scripts, the content security policy or the network caused since the last call. */
    public List<String> takeProblems() {
        List<String> taken = new ArrayList<>(problems);
        problems.clear();
        return taken;
    }

    /** Addresses that were asked for. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Chromium is several processes; each may still write into the profile when the first one has ended. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> others = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        others.forEach(ProcessHandle::destroyForcibly);
        CompletableFuture.allOf(others.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, 10, TimeUnit.SECONDS)
                .join();
        deleteProfile();
    }

    /** What is gone by itself meanwhile is gone, too. */
    private void deleteProfile() throws IOException {
        Files.walkFileTree(profile, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
                // A folder that something was written into again stays with the system's temporary files.
                folder.toFile().delete();
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
