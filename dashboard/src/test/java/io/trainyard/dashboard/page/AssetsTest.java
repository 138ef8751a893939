package io.trainyard.dashboard.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.MultiMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Assets and SecurityHeaders (OPS-70, OPS-71)")
final class AssetsTest {
    private static final Path FOLDER = Path.of("src/main/resources/io/trainyard/dashboard/page");
    private static final Pattern IMPORT = Pattern.compile("(?:from|import) \"([^\"]+)\"");

    private final Assets assets = Assets.read();

    @Test
    void everyFileThatWasWrittenIsServed() throws IOException {
        Set<String> files = new TreeSet<>();
        try (Stream<Path> all = Files.walk(FOLDER)) {
            all.filter(Files::isRegularFile)
                    .map(file -> FOLDER.relativize(file).toString())
                    .forEach(files::add);
        }
        files.remove("files.txt");

        assertThat(new TreeSet<>(Assets.names())).isEqualTo(files);
        assertThat(files).allSatisfy(file -> assertThat(assets.get(file)).isPresent());
        assertThat(assets.get("")).isEqualTo(assets.get("index.html"));
        assertThat(assets.get("vendor/uplot.js").orElseThrow().type()).startsWith("text/javascript");
    }

    @Test
    void nothingElseIs() {
        for (String path :
                List.of("files.txt", "../Assets.class", "js", "/index.html", "js/../index.html", "vendor/")) {
            assertThat(assets.get(path)).as(path).isEmpty();
        }
    }

    @Test
    void everyModuleThatIsImportedIsThere() {
        for (String name : Assets.names()) {
            if (name.endsWith(".js")) {
                Matcher imports =
                        IMPORT.matcher(assets.get(name).orElseThrow().content().toString());
                while (imports.find()) {
                    String target = Path.of(name)
                            .resolveSibling(imports.group(1))
                            .normalize()
                            .toString();
                    assertThat(assets.get(target))
                            .as(name + " imports " + target)
                            .isPresent();
                }
            }
        }
    }

    @Test
    void noFileAsksAnotherServerOrWritesMarkup() {
        for (String name : Assets.names()) {
            String text = assets.get(name).orElseThrow().content().toString();
            assertThat(text.replace("http://www.w3.org/2000/svg", ""))
                    .as(name)
                    .doesNotContain("http://", "src=\"//", "@import");
            if (name.endsWith(".js")) {
                assertThat(text)
                        .as(name)
                        .doesNotContain(
                                "innerHTML",
                                "outerHTML",
                                "insertAdjacentHTML",
                                "document.write",
                                "eval(",
                                "new Function");
            }
            if (name.endsWith(".html")) {
                assertThat(text)
                        .as("relative addresses, so that the page works below any prefix")
                        .doesNotContain("=\"/", "style=", "onclick=");
            }
        }
    }

    @Test
    void aBrowserMayRunOnlyOurFilesAndAskOnlyUs() {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();

        new SecurityHeaders("'self'").addTo(headers);

        assertThat(headers.get("Content-Security-Policy"))
                .contains(
                        "default-src 'none'",
                        "script-src 'self'",
                        "connect-src 'self'",
                        "frame-ancestors 'self'",
                        "base-uri 'none'")
                .doesNotContain("unsafe");
        assertThat(headers.get("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(headers.get("Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void aSettingCannotAddADirective() {
        assertThatThrownBy(() -> new SecurityHeaders("'self'; script-src *"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SecurityHeaders("a\r\nSet-Cookie: b"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
