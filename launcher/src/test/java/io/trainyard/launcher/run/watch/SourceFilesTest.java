package io.trainyard.launcher.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files start ranks again when they change (LOCAL-171). */
final class SourceFilesTest {
    private static final Path ROOT = Path.of("/home/me/project");

    private static SourceFiles sources(String... ignored) {
        return new SourceFiles(ROOT, List.of(ignored), Set.of(ROOT.resolve("data.json")));
    }

    @DisplayName("source files and those of the command line count; what editors, tools and programs write does not")
    @ParameterizedTest
    @CsvSource({
        "train.py, true",
        "conf/model.yaml, true",
        "kernel.cu, true",
        "data.json, true",
        "other.json, false",
        "model.pt, false",
        "loss.txt, false",
        ".train.py.swp, false",
        ".#train.py, false",
        "#train.py#, false",
        "train.py~, false",
        "4913, false",
        ".hidden.py, false"
    })
    void files(String file, boolean counts) {
        assertThat(sources().counts(ROOT.resolve(file))).isEqualTo(counts);
    }

    @DisplayName("folders of results, tools and caches are not looked at")
    @ParameterizedTest
    @CsvSource({
        "src, true",
        "src/model, true",
        ".git, false",
        ".trainyard, false",
        "src/__pycache__, false",
        "checkpoints, false",
        "lightning_logs, false",
        "wandb, false",
        ".venv, false",
        "mine.egg-info, false"
    })
    void folders(String folder, boolean entered) {
        assertThat(sources().entersFolder(ROOT.resolve(folder))).isEqualTo(entered);
    }

    @DisplayName(
            ".gitignore is heeded: names anywhere, paths from the root, folders, exceptions, the last rule wins; a rule that is none does no harm")
    @ParameterizedTest
    @CsvSource({
        "generated.py, false",
        "deep/generated.py, false",
        "conf/local.yaml, false",
        "deep/conf/local.yaml, true",
        "gen_a.py, false",
        "gen_keep.py, true",
        "deep/x/run.toml, false",
        "a.ini, false",
        "d.ini, true"
    })
    void gitignore(String file, boolean counts) {
        SourceFiles sources = sources(
                "# made",
                "generated.py",
                "/conf/local.yaml",
                "gen_*.py",
                "!gen_keep.py",
                "deep/**/run.toml",
                "[a-c].ini",
                "[z-a].ini");

        assertThat(sources.counts(ROOT.resolve(file))).isEqualTo(counts);
    }

    @DisplayName("a rule with a slash behind it is about folders only")
    @ParameterizedTest
    @CsvSource({"results, false", "src/results, false", "src, true"})
    void ignoredFolders(String folder, boolean entered) {
        SourceFiles sources = sources("results/");

        assertThat(sources.entersFolder(ROOT.resolve(folder))).isEqualTo(entered);
        assertThat(sources.counts(ROOT.resolve("results.py"))).isTrue();
    }
}
