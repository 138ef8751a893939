package io.trainyard.launcher.gang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replicated jobs in words: name and number of pods, then what must come first, after {@code <} (it must be complete) or {@code ~} (it must be ready),
 * for example {@code node:4<data~cache}. {@code 2x3} are two Jobs of three pods, {@code 4/2} four pods of which two are enough.
 *
 * @param words one word a job
 * @param inOrder whether the jobs start one after another
 */
record Template(List<String> words, boolean inOrder) {
    private static final Pattern WORD =
            Pattern.compile("([a-z0-9]+):(?:(\\d+)x)?(\\d+)(?:/(\\d+))?((?:[<~][a-z0-9]+)*)");
    private static final Pattern EDGE = Pattern.compile("([<~])([a-z0-9]+)");

    static Template of(String words, boolean inOrder) {
        return new Template(Arrays.asList(words.trim().split(" +")), inOrder);
    }

    /** As JobSet accepts it: what a job waits for stands before it, and nothing waits where the order is given. */
    static Template random(int jobs, boolean inOrder, Random random) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            StringBuilder word = new StringBuilder(
                    "job%d:%dx%d/%d".formatted(i, 1 + random.nextInt(2), 1 + random.nextInt(3), 1 + random.nextInt(3)));
            for (int k = 0; k < i && !inOrder; k++) {
                if (random.nextInt(4) == 0) {
                    word.append(random.nextBoolean() ? '~' : '<').append("job").append(k);
                }
            }
            words.add(word.toString());
        }
        return new Template(words, inOrder);
    }

    /** The least number of pods of a Job that is enough, by the name of the replicated job, where that is said. */
    Map<String, Integer> minimums() {
        Map<String, Integer> minimums = new LinkedHashMap<>();
        words.stream()
                .map(Template::parts)
                .filter(parts -> parts.group(4) != null)
                .forEach(parts -> minimums.put(parts.group(1), Integer.valueOf(parts.group(4))));
        return minimums;
    }

    /** A runtime that selects the scheduler. */
    String runtime(String member) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: gangs, namespace: lab}
                spec:
                  podGroupPolicy: {%s: {}}
                  template: {spec: {%sreplicatedJobs: [%s]}}
                """
                .formatted(
                        member,
                        inOrder ? "startupPolicy: {startupPolicyOrder: InOrder}, " : "",
                        words.stream().map(Template::job).collect(Collectors.joining(", ")));
    }

    private static String job(String word) {
        Matcher parts = parts(word);
        String edges = EDGE.matcher(parts.group(5))
                .results()
                .map(edge -> "{name: %s, status: %s}"
                        .formatted(edge.group(2), edge.group(1).equals("<") ? "Complete" : "Ready"))
                .collect(Collectors.joining(", "));
        return """
                {name: %s, replicas: %s, %stemplate: {spec: {parallelism: %s, completions: %s, template: {spec:
                 {containers: [{name: c, image: x, resources: {requests: {cpu: 1}}}]}}}}}"""
                .formatted(
                        parts.group(1),
                        parts.group(2) == null ? "1" : parts.group(2),
                        edges.isEmpty() ? "" : "dependsOn: [" + edges + "], ",
                        parts.group(3),
                        parts.group(3));
    }

    private static Matcher parts(String word) {
        Matcher parts = WORD.matcher(word);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a replicated job: " + word);
        }
        return parts;
    }
}
