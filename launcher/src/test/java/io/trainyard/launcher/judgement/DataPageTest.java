package io.trainyard.launcher.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the page about data tells people to apply is accepted, with the runtimes that are shipped, and without a warning. */
@DisplayName("docs/guides/data.md (INIT-03, INIT-90)")
final class DataPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");
    private static final Pattern TYPED = Pattern.compile("(?ms)^    cat > try/job.yaml <<END\\n(.*?)^    END$");
    private static LocalCourt court;
    private static String page;

    @BeforeAll
    static void start() throws IOException {
        court = LocalCourt.start();
        page = Files.readString(ROOT.resolve("docs/guides/data.md"));
        for (String runtime : List.of("torch-with-data", "plain-with-data")) {
            Path file = ROOT.resolve("deploy/runtimes").resolve(runtime + ".yaml");
            assertThat(court.create(parse(Files.readString(file))).code()).isEqualTo(201);
        }
    }

    @AfterAll
    static void stop() {
        court.close();
    }

    private static Map<String, Object> parse(String text) {
        return Tree.object(Objects.requireNonNull(Yaml.parse(text)));
    }

    private static List<String> blocks() {
        return BLOCK.matcher(page).results().map(match -> match.group(1)).toList();
    }

    private static Verdict judge(String name, Map<String, Object> trainJob) {
        return court.judge(new Input(name, trainJob));
    }

    @Test
    void theTrainJobThatNamesADataSetAndAModelIsAccepted() {
        assertThat(blocks()).hasSize(2);
        assertThat(judge("the first block", parse(blocks().get(0)))).isEqualTo(new Verdict(201, "", List.of()));
    }

    @Test
    void theClaimForResultsFitsIntoThatTrainJob() {
        Map<String, Object> trainJob = new LinkedHashMap<>(parse(blocks().get(0)));
        Map<String, Object> spec = new LinkedHashMap<>(Tree.child(trainJob, "spec"));
        spec.putAll(parse(blocks().get(1)));
        trainJob.put("spec", spec);

        assertThat(judge("the second block", trainJob)).isEqualTo(new Verdict(201, "", List.of()));
    }

    @Test
    void theTrainJobThatIsTypedOnOnesOwnMachineIsAccepted() {
        var typed = TYPED.matcher(page);
        assertThat(typed.find()).isTrue();
        String text = typed.group(1)
                .lines()
                .map(line -> line.substring(4))
                .collect(Collectors.joining("\n"))
                .replace("$PWD", "/home/me");

        assertThat(judge("the job of one's own machine", parse(text))).isEqualTo(new Verdict(201, "", List.of()));
    }
}
