package io.trainyard.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/** What the image consists of, as CycloneDX writes it down: what the distribution says of itself, with Java and the libraries of the operating system. */
final class BillOfMaterials {
    static final String FILE = "trainyard.cdx.json";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JAVA_LICENCE = "GPL-2.0-only WITH Classpath-exception-2.0";

    private final RootFolder folder;
    private final Path distribution;

    BillOfMaterials(RootFolder folder, Path distribution) {
        this.folder = folder;
        this.distribution = distribution;
    }

    /**
     * Writes it into the image, unless the distribution was built offline and has none.
     *
     * @param libraries those of the operating system, where they lie in the image
     */
    void write(JavaRuntime java, Set<Path> libraries) throws IOException {
        Path listed = distribution.resolve(FILE);
        if (!Files.exists(listed)) {
            return;
        }
        ObjectNode bill = (ObjectNode) JSON.readTree(listed.toFile());
        ArrayNode components = bill.withArray("components");
        addJava(components.addObject(), java);
        for (Path library : libraries) {
            addFile(components.addObject(), library, folder);
        }
        folder.write(
                RootFolder.HOME + "/" + FILE,
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(bill) + "\n");
    }

    private static void addJava(ObjectNode component, JavaRuntime java) {
        component.put("type", "platform").put("bom-ref", "openjdk").put("name", "openjdk");
        component.put("version", java.version());
        if (!java.maker().isEmpty()) {
            component.putObject("supplier").put("name", java.maker());
        }
        component.putArray("licenses").addObject().put("expression", JAVA_LICENCE);
    }

    /** A library of the operating system, where it lies in the image. */
    static void addFile(ObjectNode component, Path library, RootFolder folder) throws IOException {
        component.put("type", "file").put("bom-ref", library.toString()).put("name", library.toString());
        component
                .putArray("hashes")
                .addObject()
                .put("alg", "SHA-256")
                .put("content", sha256(folder.at(library.toString())));
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
