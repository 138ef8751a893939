package io.trainyard.launcher.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The pages of {@code docs/reference} that are made of the code. {@code mvn test -pl launcher -am -Dtest=ReferencePagesTest -Dreference.update=true
 * -Dsurefire.failIfNoSpecifiedTests=false} writes them.
 */
@DisplayName("The reference pages")
final class ReferencePagesTest {
    private static final Path FOLDER = Documents.ROOT.resolve("docs/reference");

    private enum Page {
        API("api.md", ApiReference::page),
        COMMAND_LINE("command-line.md", CommandLineReference::page),
        CONFIGURATION("configuration.md", ConfigurationReference::page),
        METRICS("metrics.md", MetricsReference::page),
        EVENTS("events.md", EventsReference::page),
        COMPATIBILITY("compatibility.md", CompatibilityReference::page);

        private final Path file;
        private final Callable<String> generator;

        Page(String file, Callable<String> generator) {
            this.file = FOLDER.resolve(file);
            this.generator = generator;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("say what the code says; write them down with -Dreference.update=true")
    void eachPageIsWhatTheCodeSays(Page page) throws Exception {
        String made = page.generator.call();
        if (Boolean.getBoolean("reference.update")) {
            Files.writeString(page.file, made);
        }

        assertThat(Files.readString(page.file))
                .as("%s differs from the code; -Dreference.update=true writes it", page.file)
                .isEqualTo(made);
    }

    @Test
    @DisplayName("have every help text that a series is registered with")
    void everySeriesIsThere() throws Exception {
        String page = MetricsReference.page();

        assertThat(MetricsReference.helpTexts()).hasSizeGreaterThan(50).allMatch(page::contains);
    }

    @Test
    @DisplayName(
            "have every field that a section of the configuration file is asked for, and nothing without a meaning")
    void everyFieldHasAMeaning() throws Exception {
        assertThat(ConfigurationReference.meanings())
                .hasSizeGreaterThan(60)
                .allSatisfy((field, meaning) -> assertThat(meaning).as(field).isNotEmpty());
    }

    @Test
    @DisplayName("name the events that users ask about")
    void wellKnownEventsAreThere() throws IOException {
        assertThat(EventsReference.page())
                .contains(
                        "`TrainJobResourcesCreationFailed`",
                        "`JobSetLingers`",
                        "`GangUnschedulable`",
                        "`LauncherMismatch`",
                        "`MPISecretConflict`",
                        "`CABundleContended`");
    }
}
