package io.trainyard.bench.laptop;

import io.trainyard.bench.ProgramArguments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How long it takes with {@code trainyard dev} from an edit of a program to the first line of the new one, while the one before still runs, and to the last line of all
 * ranks. Prints a table in Markdown with the smallest, the middle and the largest value.
 */
public final class EditToLine {
    private EditToLine() {}

    /** The root of the built source tree, then {@code times=} and {@code python=}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        ProgramArguments arguments = ProgramArguments.parse(Set.of("times", "python"), args);
        String python = arguments.text("python", "/usr/bin/python3");
        Path script = arguments.root().resolve("launcher/target/trainyard/bin/trainyard");
        System.out.println("| `trainyard dev`, edit to | Smallest | Middle | Largest |");
        System.out.println("|---|---|---|---|");
        for (int nodes : List.of(1, 2, 8)) {
            measure(script, python, nodes, arguments.number("times", 7));
        }
    }

    private static void measure(Path script, String python, int nodes, int times)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("edit-to-line");
        Path program = folder.resolve("hello.py");
        write(program, 0);
        Process process = new ProcessBuilder(
                        script.toString(),
                        "dev",
                        program.toString(),
                        "--nodes",
                        String.valueOf(nodes),
                        "--python",
                        python,
                        "--follow",
                        "all",
                        "--no-page")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<Duration> first = new ArrayList<>();
        List<Duration> last = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            await(out, 0, nodes);
            // The first edit only fills the caches.
            for (int edit = 1; edit <= times + 1; edit++) {
                long begin = System.nanoTime();
                write(program, edit);
                await(out, edit, 1);
                Duration one = Duration.ofNanos(System.nanoTime() - begin);
                await(out, edit, nodes - 1);
                if (edit > 1) {
                    first.add(one);
                    last.add(Duration.ofNanos(System.nanoTime() - begin));
                }
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
        row("first line, " + nodes + " nodes", first);
        row("last line, " + nodes + " nodes", last);
    }

    /** The program goes on until it is stopped, as training does. */
    private static void write(Path program, int edit) throws IOException {
        Files.writeString(program, "import time\nprint('" + word(edit) + "', flush=True)\ntime.sleep(600)\n");
    }

    private static String word(int edit) {
        return Start.WORD + "-" + edit + ".";
    }

    private static void await(BufferedReader out, int edit, int lines) throws IOException {
        int seen = 0;
        while (seen < lines) {
            String line = out.readLine();
            if (line == null) {
                throw new IllegalStateException("trainyard dev has ended");
            }
            seen += line.contains(word(edit)) ? 1 : 0;
        }
    }

    private static void row(String what, List<Duration> durations) {
        List<Duration> sorted = durations.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f s | %.2f s | %.2f s |%n",
                what,
                seconds(sorted.get(0)),
                seconds(sorted.get(sorted.size() / 2)),
                seconds(sorted.get(sorted.size() - 1)));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
