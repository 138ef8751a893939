package io.trainyard.spi.framework;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;

final class CommandLinePropertyTest {

    @Property(seed = "20260101")
    void anyScriptCanBeRead(
            @ForAll @Chars({'a', '=', ' ', '-', '\'', '"', ';', '&', '\\', '\n', '$', '(', ')'}) String script) {
        CommandLine command = new CommandLine(List.of("bash", "-c", script));

        assertThatCode(() -> {
                    command.programs();
                    command.option("a");
                })
                .doesNotThrowAnyException();
    }
}
