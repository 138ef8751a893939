package io.trainyard.launcher.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.trainyard.launcher.supply.BillOfMaterials.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The distribution of this build. */
@DisplayName("What the distribution contains of others (OPS-91 to OPS-93)")
final class SupplyChainIT {
    private static final Path DISTRIBUTION = Path.of("target", "trainyard");

    /** Licences that let us ship a library with a program under Apache-2.0; where several are offered one of them is enough. */
    private static final Set<String> FINE = Set.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "Bouncy Castle Licence",
            "CC0-1.0",
            "EPL-1.0",
            "EPL-2.0",
            "Go License",
            "LGPL-2.1-only",
            "MIT");

    private static BillOfMaterials bill;

    @BeforeAll
    static void read() throws IOException {
        // CycloneDX's plugin does nothing while Maven is offline; CI is not.
        assumeThat(System.getProperty("maven.settings", "")).isNotEqualTo("offline: true");
        bill = BillOfMaterials.read(DISTRIBUTION.resolve("trainyard.cdx.json"));
    }

    @Test
    @DisplayName("the bill of materials has every jar, with the hash of its bytes, and nothing else")
    void everyJarIsListed() throws Exception {
        List<String> hashes = bill.components().stream()
                .map(component -> component.hashes().get("SHA-256"))
                .toList();
        List<Path> jars = jars("lib").stream()
                .filter(jar -> !jar.endsWith("launcher.jar"))
                .toList();

        assertThat(jars).hasSizeGreaterThan(40);
        for (Path jar : jars) {
            assertThat(hashes).as(jar.toString()).contains(sha256(jar));
        }
        assertThat(bill.components()).hasSameSizeAs(jars);
        assertThat(bill.root().at("/metadata/component/version").asText()).isNotEmpty();
    }

    @Test
    @DisplayName("plugins bring nothing of others, so the list is complete without them")
    void pluginsBringNothing() throws Exception {
        for (Path jar : jars("plugins")) {
            try (JarFile open = new JarFile(jar.toFile())) {
                assertThat(open.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class")))
                        .as(jar.toString())
                        .isNotEmpty()
                        .allMatch(name -> name.startsWith("io/trainyard/") || name.equals("module-info.class"));
            }
        }
    }

    @Test
    @DisplayName("no library has a version that a stored advisory tells of")
    void noVersionIsKnownToBeDangerous() {
        List<Advisory> advisories = Advisory.stored();

        assertThat(bill.components().stream().flatMap(component -> advisories.stream()
                        .filter(advisory -> advisory.affects(component.library(), component.version()))
                        .map(advisory -> component.library() + " " + component.version() + ": " + advisory.id() + ", "
                                + advisory.about() + "; fixed in " + advisory.fixed())))
                .isEmpty();
    }

    @Test
    @DisplayName("each library is named in THIRD-PARTY.txt, with a licence under which we may ship it")
    void licencesAreCollected() throws IOException {
        List<String> lines = Files.readAllLines(DISTRIBUTION.resolve("THIRD-PARTY.txt"));

        for (Component component : bill.components()) {
            if (!component.isOurs()) {
                assertThat(component.licences())
                        .as(component.library())
                        .isNotEmpty()
                        .anyMatch(FINE::contains);
                assertThat(lines)
                        .contains(component.library() + " " + component.version() + " - "
                                + String.join(" or ", component.licences()));
            }
        }
        assertThat(DISTRIBUTION.resolve("LICENSE")).exists();
    }

    private static List<Path> jars(String folder) throws IOException {
        try (Stream<Path> files = Files.list(DISTRIBUTION.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
