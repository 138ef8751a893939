package io.trainyard.launcher.run.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The browser that --open asks (LOCAL-111)")
final class BrowserCommandTest {
    private static final String ADDRESS = "http://127.0.0.1:1/x/";

    @Test
    void aDesktopOfLinuxIsAskedForItsBrowserWhichOutlivesTheRun() {
        assertThat(linux(Map.of("DISPLAY", ":0"), "xdg-open", "setsid"))
                .hasValue(List.of("setsid", "--fork", "xdg-open", ADDRESS));
        assertThat(linux(Map.of("WAYLAND_DISPLAY", "wayland-0"), "xdg-open")).hasValue(List.of("xdg-open", ADDRESS));
    }

    @Test
    void theBrowserThatTheUserHasChosenComesFirst() {
        assertThat(linux(Map.of("BROWSER", "firefox", "DISPLAY", ":0"), "firefox", "xdg-open"))
                .hasValue(List.of("firefox", ADDRESS));
    }

    @Test
    void aChoiceThatIsNoProgramIsPassedOver() {
        assertThat(linux(Map.of("BROWSER", "lynx -x %s", "DISPLAY", ":0"), "xdg-open"))
                .hasValue(List.of("xdg-open", ADDRESS));
    }

    @Test
    void whereThereIsNoScreenOrNoProgramNothingHappens() {
        assertThat(linux(Map.of(), "xdg-open")).isEmpty();
        assertThat(linux(Map.of("DISPLAY", ""), "xdg-open")).isEmpty();
        assertThat(linux(Map.of("DISPLAY", ":0"))).isEmpty();
    }

    @Test
    void otherSystemsHaveWaysOfTheirOwn() {
        assertThat(BrowserCommand.of("Mac OS X", Map.of(), name -> false, ADDRESS))
                .hasValue(List.of("open", ADDRESS));
        assertThat(linux(Map.of("WSL_DISTRO_NAME", "Ubuntu"), "wslview")).hasValue(List.of("wslview", ADDRESS));
    }

    private static Optional<List<String>> linux(Map<String, String> variables, String... programs) {
        return BrowserCommand.of("Linux", variables, Set.of(programs)::contains, ADDRESS);
    }
}
