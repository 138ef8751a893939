package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.documents.DocumentedCommand;
import io.trainyard.launcher.documents.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OPS-163: what the documents tell people to type")
final class DocumentedCommandsTest {
    private static final String MISTAKE = "--no-such-option";
    private static final Map<String, String> VALUES = Map.of("N", "1", "NODES", "2");

    @Test
    @DisplayName("every command of trainyard exists with its options, in pages for whomever")
    void everyCommandExists() {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (String page : Documents.all()) {
            for (DocumentedCommand command : Documents.commandsOf(page)) {
                if (command.isOf("trainyard")) {
                    count++;
                    String first = firstMistake(command);
                    if (!first.contains(MISTAKE)) {
                        wrong.add(command + ": " + first);
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(count).isGreaterThan(40);
    }

    @Test
    void anUnknownOptionAndAnUnknownCommandAreFound() {
        for (String text : List.of("trainyard why NAME --nope", "trainyard wy NAME", "trainyard launch --nope -- x")) {
            assertThat(firstMistake(new DocumentedCommand("page", "", text, "")))
                    .as(text)
                    .doesNotContain(MISTAKE);
        }
    }

    /** What is said first, when one option that does not exist stands at the end: if that is named, all before it exists. Nothing is done. */
    private static String firstMistake(DocumentedCommand command) {
        List<String> words = command.with(VALUES).withOption(MISTAKE);
        CommandRun run = CommandRun.of(
                new RecordingServices(), words.subList(1, words.size()).toArray(String[]::new));
        return run.err().lines().findFirst().orElse(run.out());
    }
}
