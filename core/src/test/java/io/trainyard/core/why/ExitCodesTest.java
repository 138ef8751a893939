package io.trainyard.core.why;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("ExitCodes: the end of a container in words (OPS-102)")
final class ExitCodesTest {
    @ParameterizedTest(name = "{0} {1}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1   | Error     | false | the program ended with an error",
                "1   | OOMKilled | false | out of memory: it needed more than its limit",
                "3   | Error     | true  | the source does not exist",
                "3   | Error     | false | the program ended with an error of its own",
                "127 | Error     | false | the command does not exist in the image",
                "134 | Error     | false | killed by SIGABRT",
                "137 | Error     | false | killed by SIGKILL: out of memory of the machine, or stopped from outside",
                "139 | Error     | false | killed by SIGSEGV: a fault in native code",
                "255 | Error     | false | the program ended with an error of its own",
            })
    void meaning(int code, String reason, boolean initializer, String expected) {
        assertThat(ExitCodes.meaning(code, reason, initializer)).isEqualTo(expected);
    }
}
