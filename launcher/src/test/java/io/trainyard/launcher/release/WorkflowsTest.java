package io.trainyard.launcher.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The workflows of continuous integration and of a release")
final class WorkflowsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SCRIPT = Pattern.compile("(?<![\\w/.])\\.ci/[\\w./-]*\\w");
    private static final Pattern ACTION = Pattern.compile("uses: *(\\S+)(.*)");
    /** An address with a host in it; one whose host is a variable is not. */
    private static final Pattern ADDRESS = Pattern.compile("\\b(?:https?|oci|docker)://[\\w-]+[.:][\\w.:-]+");

    private static final Pattern REGISTRY =
            Pattern.compile("(?i)\\b(?:[\\w-]+\\.)*(?:docker\\.(?:io|com)|gcr\\.io|ghcr\\.io|quay\\.io|k8s\\.io"
                    + "|pkg\\.dev|azurecr\\.io|amazonaws\\.com|microsoft\\.com|pypi\\.org|pythonhosted\\.org|sonatype\\.(?:org|com)|maven\\.org"
                    + "|maven\\.apache\\.org|npmjs\\.(?:org|com)|golang\\.org|jfrog\\.io)\\b");

    @Test
    @DisplayName(
            "name no host of a registry, nor do the scripts that they call: variables of the repository say where things go")
    void noRegistries() throws IOException {
        List<String> found = new ArrayList<>();
        workflowsAndScripts().forEach((file, text) -> {
            for (Pattern pattern : List.of(ADDRESS, REGISTRY)) {
                pattern.matcher(text).results().map(MatchResult::group).forEach(host -> found.add(file + ": " + host));
            }
        });

        assertThat(found).isEmpty();
    }

    @Test
    @DisplayName("name each action by the commit, with its version behind it")
    void actionsArePinned() throws IOException {
        List<String> loose = new ArrayList<>();
        int count = 0;
        for (Path file : workflows()) {
            for (MatchResult action :
                    ACTION.matcher(Files.readString(file)).results().toList()) {
                count++;
                if (!action.group(1).matches("[\\w./-]+@[0-9a-f]{40}")
                        || !action.group(2).matches(" # v\\d+(\\.\\d+)*")) {
                    loose.add(file.getFileName() + ": " + action.group());
                }
            }
        }

        assertThat(loose).isEmpty();
        assertThat(count).isGreaterThan(5);
    }

    @Test
    @DisplayName("call scripts that are there and can be run")
    void scriptsExist() throws IOException {
        Map<String, String> files = workflowsAndScripts();

        assertThat(files)
                .containsKeys(
                        ".ci/run",
                        ".ci/site",
                        ".ci/release/image",
                        ".ci/release/chart",
                        ".ci/release/maven",
                        ".ci/release/wheel",
                        ".ci/release/tarball");
        assertThat(files.keySet())
                .filteredOn(file -> files.get(file).startsWith("#!"))
                .allMatch(file -> Files.isExecutable(ROOT.resolve(file)));
    }

    private static List<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(".github/workflows"))) {
            return files.sorted().toList();
        }
    }

    /** Their texts by path, with all scripts that they name and that these name. */
    private static Map<String, String> workflowsAndScripts() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        Deque<Path> open = new ArrayDeque<>(workflows());
        while (!open.isEmpty()) {
            Path file = open.pop();
            String path = ROOT.relativize(file).toString();
            if (texts.containsKey(path)) {
                continue;
            }
            String text = Files.readString(file);
            texts.put(path, text);
            SCRIPT.matcher(text)
                    .results()
                    .map(script -> ROOT.resolve(script.group()))
                    .filter(Files::isRegularFile)
                    .forEach(open::add);
        }
        return texts;
    }
}
