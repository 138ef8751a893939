package io.trainyard.launcher.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Citations of rules")
final class CitationTest {
    private final Specification specification = new Specification(new Repository());

    CitationTest() throws IOException {}

    @Test
    @DisplayName("name rules one by one, in lists, and from one to another")
    void forms() {
        assertThat(specification.citedIn("(GANG-46)")).containsExactly("GANG-46");
        assertThat(specification.citedIn("API-21, 22")).containsExactly("API-21", "API-22");
        assertThat(specification.citedIn("TORCH-15 to 17")).containsExactly("TORCH-15", "TORCH-16", "TORCH-17");
        assertThat(specification.citedIn("CERT-11 to CERT-13, API-177a"))
                .containsExactly("API-177a", "CERT-11", "CERT-12", "CERT-13");
        assertThat(specification.citedIn("MPI-VAL-05")).containsExactly("MPI-VAL-05");
    }

    @Test
    @DisplayName("are not what only looks like one")
    void others() {
        assertThat(specification.idsIn("UTF-8, P-521, SHA-256, x-API-21, a GPU of T4-2"))
                .isEmpty();
        assertThat(specification.idsIn("GANG-999")).containsExactly("GANG-999");
    }
}
