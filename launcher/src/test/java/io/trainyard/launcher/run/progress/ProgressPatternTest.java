package io.trainyard.launcher.run.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Progress out of lines of output (LOCAL-98). */
final class ProgressPatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "45%; 45",
                "train:  99.7% done; 99",
                "epoch 3/10 loss 0.5; 30",
                "Epoch [4/8]; 50",
                "step: 30 of 120; 25",
                " 50%|#####     | 5/10 [00:01<00:01]; 50",
                "epoch 10/10; 100",
                "epoch 1/4 acc 93.5%; 25",
                "Train Epoch: 1 [640/60000 (1%)] Loss: 2.3; 1",
                "val acc 0.91:  45%|####5     | 9/20; 45"
            })
    void whatProgramsUsuallyWriteIsUnderstood(String line, int percentage) {
        assertThat(ProgressPattern.DEFAULT.percentage(line)).contains(percentage);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "accuracy 0.97",
                "1234%",
                "epoch 5",
                "epoch 12/10",
                "epoch 1/0",
                "2026/01/02",
                "Test set: Average loss: 0.02, Accuracy: 9912/10000 (99%)",
                "top-1: 71.2% top5 90%",
                "GPU util 97 %"
            })
    void whatIsNoProgressIsNotTakenForIt(String line) {
        assertThat(ProgressPattern.DEFAULT.percentage(line)).isEmpty();
    }

    @Test
    void aPatternOfTheUserReplacesTheUsualOnes() {
        ProgressPattern own = ProgressPattern.of(LinearPattern.compile("seen (\\d+) out of (\\d+)|p=(\\d+)"));

        assertThat(own.percentage("seen 1 out of 3")).contains(33);
        assertThat(own.percentage("45%")).isEmpty();
        assertThat(own.percentage("p=12")).isEqualTo(Optional.empty());
        assertThat(ProgressPattern.of(LinearPattern.compile("\\d+")).percentage("at 7"))
                .contains(7);
    }
}
