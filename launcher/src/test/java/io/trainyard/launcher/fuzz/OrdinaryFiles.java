package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What people write, as {@code fuzz/ordinary.yaml} has it.
 *
 * @param runtimes specs of runtimes to begin with
 * @param good for each subject what is right: paths with values
 * @param taken for each subject what looks wrong and is not
 * @param wrong for each subject the mistakes that are made with it: paths with values
 * @param rare mistakes of fields that hardly anybody writes
 */
record OrdinaryFiles(
        List<Map<String, Object>> runtimes,
        List<List<Map<String, Object>>> good,
        List<List<Map<String, Object>>> taken,
        List<List<Map<String, Object>>> wrong,
        List<List<Map<String, Object>>> rare) {

    static OrdinaryFiles load() {
        try (var in = OrdinaryFiles.class.getResourceAsStream("/fuzz/ordinary.yaml")) {
            Map<String, Object> file = Tree.child(Yaml.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
            return new OrdinaryFiles(
                    Tree.objects(file, "runtimes"),
                    variants(file, "good"),
                    variants(file, "taken"),
                    variants(file, "wrong"),
                    variants(file, "rare"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<List<Map<String, Object>>> variants(Map<String, Object> file, String name) {
        return Tree.objects(file, "entries").stream()
                .map(entry -> Tree.objects(entry, name))
                .filter(variants -> !variants.isEmpty())
                .toList();
    }
}
