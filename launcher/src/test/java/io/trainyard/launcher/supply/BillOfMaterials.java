package io.trainyard.launcher.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What CycloneDX's file says that a distribution consists of. */
record BillOfMaterials(JsonNode root) {
    /**
     * A library.
     *
     * @param library group and name
     * @param licences names, or identifiers of SPDX
     * @param hashes by algorithm
     */
    record Component(String library, String version, List<String> licences, Map<String, String> hashes) {
        boolean isOurs() {
            return library.startsWith("io.trainyard:");
        }
    }

    static BillOfMaterials read(Path file) throws IOException {
        return new BillOfMaterials(new ObjectMapper().readTree(file.toFile()));
    }

    List<Component> components() {
        List<Component> components = new ArrayList<>();
        root.path("components").forEach(node -> components.add(component(node)));
        return components;
    }

    private static Component component(JsonNode node) {
        List<String> licences = new ArrayList<>();
        node.path("licenses").forEach(entry -> licences.add(licence(entry)));
        Map<String, String> hashes = new TreeMap<>();
        node.path("hashes")
                .forEach(hash -> hashes.put(
                        hash.path("alg").asText(), hash.path("content").asText()));
        return new Component(
                node.path("group").asText() + ":" + node.path("name").asText(),
                node.path("version").asText(),
                licences,
                hashes);
    }

    private static String licence(JsonNode entry) {
        return entry.path("expression")
                .asText(entry.path("license")
                        .path("id")
                        .asText(entry.path("license").path("name").asText()));
    }
}
