package io.trainyard.core.manifest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.spi.parameters.PolicyParameters;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ParameterWordsTest {
    enum Shape {
        RING,
        TREE
    }

    record Parameters(
            Integer count, Double share, Boolean open, String name, Shape shape, List<String> devices, Inner inner) {}

    record Inner(String name) {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{count: many}   | p.count: must be a whole number that is not too large",
                "{count: 1.5}    | p.count: must be a whole number that is not too large",
                "{share: x}      | p.share: must be a number",
                "{open: x}       | p.open: must be true or false",
                "{shape: STAR}   | p.shape: must be one of RING, TREE",
                "{devices: a}    | p.devices: must be a list",
                "{name: {}}      | p.name: must be text",
                "{inner: 5}      | p.inner: must be an object with fields"
            })
    @DisplayName("a parameter of a wrong type is told in the host's words, not in those of its library")
    void wrongTypes(String parameters, String words) {
        PolicyParameters given = new PolicyParameters("p", Tree.object(Yaml.parse(parameters)));

        assertThatThrownBy(() -> given.as(Parameters.class)).hasMessage(words);
    }
}
