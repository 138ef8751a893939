package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** An admission review in which something is wrong, in its object, around it, or in its bytes. */
final class FuzzedReview {
    private static final List<String> PATHS = List.of(
            "/mutate-trainer-kubeflow-org-v1alpha1-trainjob",
            "/validate-trainer-kubeflow-org-v1alpha1-trainjob",
            "/validate-trainer-kubeflow-org-v1alpha1-trainingruntime",
            "/validate-trainer-kubeflow-org-v1alpha1-clustertrainingruntime");
    private static final List<String> PARTS =
            List.of("{},", "{\"\":0},", "[],", "0,", "\"\",", "[[", "{\"a\":", "1e9,", "\\u0000");
    private static final int MAX_REPETITIONS = 2_000;
    private static final List<String> OPERATIONS = List.of(
            "CREATE", "CREATE", "CREATE", "CREATE", "CREATE", "CREATE", "CREATE", "UPDATE", "UPDATE", "UPDATE",
            "UPDATE", "UPDATE", "UPDATE", "DELETE", "CONNECT", "create");
    private static final List<String> SUBRESOURCES =
            List.of("", "", "", "", "", "", "", "", "", "", "", "", "", "scale", "status", "x");

    private final String path;
    private final byte[] body;

    private FuzzedReview(String path, byte[] body) {
        this.path = path;
        this.body = body;
    }

    static FuzzedReview next(Corpus corpus, Vocabulary vocabulary, Choices choices) {
        Mutation mutation = new Mutation(vocabulary, choices);
        String path = choices.of(PATHS);
        boolean runtime = path.endsWith("runtime");
        Corpus.Pair pair = choices.of(corpus.pairs());
        Map<String, Object> object = runtime ? pair.runtime() : pair.trainJob();
        Map<String, Object> request = Tree.of(
                "uid", "u-1",
                "kind",
                        Tree.of(
                                "group", "trainer.kubeflow.org",
                                "version", "v1alpha1",
                                "kind", Tree.text(object, "kind")),
                "name", Tree.text(object, "metadata", "name"),
                "namespace", Corpus.NAMESPACE,
                "operation", choices.of(OPERATIONS),
                "subResource", choices.of(SUBRESOURCES),
                "userInfo", Tree.of("username", "somebody"),
                "dryRun", choices.oneIn(4));
        request.put("object", choices.oneIn(8) ? Tree.copy(object) : mutation.of(object));
        if (!request.get("operation").equals("CREATE")) {
            request.put("oldObject", choices.oneIn(2) ? Tree.copy(object) : mutation.of(object));
        }
        Map<String, Object> review =
                Tree.of("kind", "AdmissionReview", "apiVersion", "admission.k8s.io/v1", "request", request);
        byte[] bytes = Json.bytes(choices.oneIn(10) ? mutation.of(review) : review);
        return new FuzzedReview(path, choices.oneIn(6) ? broken(bytes, choices) : bytes);
    }

    String path() {
        return path;
    }

    byte[] body() {
        return body;
    }

    private static byte[] broken(byte[] bytes, Choices choices) {
        int place = choices.below(bytes.length);
        return switch (choices.below(5)) {
            case 0 -> Arrays.copyOf(bytes, place);
            case 1 -> {
                byte[] flipped = bytes.clone();
                for (int i = choices.below(5); i >= 0; i--) {
                    flipped[choices.below(flipped.length)] = (byte) choices.below(256);
                }
                yield flipped;
            }
            case 2 -> inserted(bytes, place, choices.of(PARTS).repeat(1 + choices.below(MAX_REPETITIONS)));
            case 3 -> {
                int end = place + choices.below(bytes.length - place);
                String part = new String(bytes, place, end - place, StandardCharsets.ISO_8859_1);
                yield inserted(bytes, place, part.repeat(1 + choices.below(3)));
            }
            default -> inserted(bytes, place, String.valueOf((char) choices.below(256)));
        };
    }

    private static byte[] inserted(byte[] bytes, int place, String text) {
        byte[] part = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + part.length);
        System.arraycopy(part, 0, longer, place, part.length);
        System.arraycopy(bytes, place, longer, place + part.length, bytes.length - place);
        return longer;
    }
}
