package io.trainyard.launcher.runtimes;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.local.validation.NewObjectValidator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** TrainJobs that commands have written, with the plugins that come with Trainyard. */
@DisplayName("TrainJobs that 'launch' and 'init' write (LOCAL-192, LOCAL-193)")
final class LaunchedJobsTest {
    private static final Path RECORDED = Path.of("src/test/resources/launch");

    @Test
    @DisplayName(
            "are taken by definitions and webhooks, with all that 'init' leaves as comments, and start what was asked for")
    void areValid() throws Exception {
        String init = Files.readString(RECORDED.resolve("init.yaml"));
        List<String> texts = new ArrayList<>(
                List.of(Files.readString(RECORDED.resolve("goldens.yaml")).split("(?m)^---$")));
        texts.add(init);
        texts.add(init.replaceAll("(?m)^( +)#(?=\\S| {2})", "$1")
                .replace("name: torch-distributed", "name: torch-with-data"));
        for (String text : texts) {
            Map<String, Object> job = YamlDocuments.read("test", text)
                    .documents()
                    .get(0)
                    .mapping()
                    .orElseThrow();
            assertThat(new NewObjectValidator().errors(job)).as(text).isEmpty();
            ShippedJob shipped = ShippedJob.of(job);
            assertThat(shipped.findings().errors()).as(text).isEmpty();
            assertThat(shipped.words())
                    .as(text)
                    .containsAll(Tree.list(job, "spec", "trainer", "command").stream()
                            .map(String::valueOf)
                            .toList());
        }
    }
}
