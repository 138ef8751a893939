package io.trainyard.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a Python package says of itself (OPS-91)")
final class PythonPackageTest {
    @Test
    @DisplayName("its name as indexes write it, its version, and its licence as an expression of SPDX")
    void anExpression() {
        assertThat(PythonPackage.parse(List.of(
                        "Metadata-Version: 2.4",
                        "Name: Typing_Extensions.x",
                        "Version: 4.16.0",
                        "License-Expression: PSF-2.0 OR MIT",
                        "",
                        "Name: of the description")))
                .isEqualTo(new PythonPackage("typing-extensions-x", "4.16.0", "PSF-2.0 OR MIT", ""));
    }

    @Test
    @DisplayName("a licence in words, or else in a classifier")
    void words() {
        assertThat(PythonPackage.parse(List.of("Name: a", "Version: 1", "License: Apache 2.0")))
                .isEqualTo(new PythonPackage("a", "1", "", "Apache 2.0"));
        assertThat(PythonPackage.parse(List.of(
                                "Name: a",
                                "Version: 1",
                                "Classifier: Programming Language :: Python",
                                "Classifier: License :: OSI Approved :: BSD License"))
                        .licence())
                .isEqualTo("BSD License");
    }
}
