package io.trainyard.spi.framework;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;

final class VariableReferencesPropertyTest {

    @Property(seed = "20260101")
    void anyTextCanBeRead(@ForAll @Chars({'$', '(', ')', 'A'}) String text) {
        assertThatCode(() -> VariableReferences.in(List.of(text))).doesNotThrowAnyException();
    }
}
