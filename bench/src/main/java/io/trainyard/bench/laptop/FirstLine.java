package io.trainyard.bench.laptop;

import io.trainyard.bench.ProgramArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * How long it takes from a command to the first and to the last line of its processes, for {@code trainyard run}, {@code torchrun}, {@code accelerate launch} and Python alone,
 * with a program that only prints. Prints a table in Markdown: the smallest value of several starts, which take turns.
 */
public final class FirstLine {
    private record Contender(String name, List<String> command, int lines) {}

    private FirstLine() {}

    /** The root of the built source tree, then {@code times=} and {@code bin=}, a folder with python3, torchrun and accelerate. */
    public static void main(String[] args) throws IOException, InterruptedException {
        ProgramArguments arguments = ProgramArguments.parse(Set.of("times", "bin"), args);
        Path folder = Files.createTempDirectory("first-line");
        Path program = Files.writeString(folder.resolve("hello.py"), "print('" + Start.WORD + "', flush=True)\n");
        Path script = arguments.root().resolve("launcher/target/trainyard/bin/trainyard");
        Path bin = Path.of(arguments.text("bin", "/usr/bin"));
        List<Contender> contenders = contenders(script, bin, program);
        List<List<Start>> starts = new ArrayList<>();
        contenders.forEach(contender -> starts.add(new ArrayList<>()));
        // The first one of each only fills the caches.
        for (int time = 0; time <= arguments.number("times", 5); time++) {
            for (int i = 0; i < contenders.size(); i++) {
                Start start = Start.of(
                        contenders.get(i).command(),
                        Map.of("TRAINYARD_DEBUG", "1", "OMP_NUM_THREADS", "1"),
                        folder,
                        contenders.get(i).lines());
                if (time > 0) {
                    starts.get(i).add(start);
                }
            }
        }
        System.out.println("| Command | First container | First line | Last line | Processor time | Memory |");
        System.out.println("|---|---|---|---|---|---|");
        for (int i = 0; i < contenders.size(); i++) {
            System.out.println(row(contenders.get(i), starts.get(i)));
        }
    }

    private static List<Contender> contenders(Path script, Path bin, Path program) throws IOException {
        List<Contender> contenders = new ArrayList<>();
        String python = bin.resolve("python3").toString();
        contenders.add(new Contender("python3", List.of(python, program.toString()), 1));
        for (int nodes : List.of(1, 2, 64)) {
            Path job = Files.writeString(program.resolveSibling("job-" + nodes + ".yaml"), job(nodes, python));
            contenders.add(new Contender(
                    "trainyard run, " + nodes + " nodes",
                    List.of(script.toString(), "run", job.toString(), "--follow", "all", "--no-page"),
                    nodes));
        }
        // On processors alone, accelerate starts several processes through MPI only.
        Map<String, Integer> launchers = new LinkedHashMap<>();
        launchers.put("torchrun --nproc_per_node 2", 2);
        launchers.put("accelerate launch --cpu --num_processes 1", 1);
        for (Map.Entry<String, Integer> launcher : launchers.entrySet()) {
            List<String> words = new ArrayList<>(List.of(launcher.getKey().split(" ")));
            Path file = bin.resolve(words.get(0));
            if (Files.isExecutable(file)) {
                words.set(0, file.toString());
                words.add(program.toString());
                contenders.add(new Contender(launcher.getKey(), words, launcher.getValue()));
            }
        }
        return contenders;
    }

    private static String job(int nodes, String python) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: hello}
                spec:
                  runtimeRef: {name: plain-distributed}
                  trainer:
                    numNodes: %d
                    command: ["%s", hello.py]
                """
                .formatted(nodes, python);
    }

    private static String row(Contender contender, List<Start> starts) {
        long memory = starts.stream()
                .mapToLong(start -> start.memory().orElse(0))
                .min()
                .orElse(0);
        return "| " + contender.name()
                + " | "
                + (starts.get(0).container().isEmpty()
                        ? ""
                        : seconds(starts, start -> start.container().orElse(Duration.ZERO)))
                + " | " + seconds(starts, Start::first)
                + " | " + seconds(starts, Start::last)
                + " | " + seconds(starts, Start::processor)
                + " | " + memory / 1024 + " MiB |";
    }

    private static String seconds(List<Start> starts, Function<Start, Duration> value) {
        Duration least =
                starts.stream().map(value).min(Comparator.naturalOrder()).orElse(Duration.ZERO);
        return String.format(Locale.ROOT, "%.2f s", least.toMillis() / 1000.0);
    }
}
