package io.trainyard.local.streaming.remotecommand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.json.Json;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.streaming.UpgradeRequest;
import io.trainyard.local.streaming.UpgradeRequest.Transport;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What clients of exec and attach ask for, and what they are told (LOCAL-180, LOCAL-181)")
final class CommandProtocolTest {
    @Test
    void theExitCodeIsACauseOfTheStatus() {
        assertThat(Json.text(CommandStatus.of(7)))
                .contains("\"status\":\"Failure\"", "\"reason\":\"NonZeroExitCode\"")
                .contains("\"details\":{\"causes\":[{\"reason\":\"ExitCode\",\"message\":\"7\"}]}")
                .contains("command terminated with non-zero exit code: exit status 7");
        assertThat(Json.text(CommandStatus.of(0)))
                .contains("\"status\":\"Success\"")
                .doesNotContain("reason");
    }

    @Test
    void whatCannotBeStartedIsAnInternalErrorWithTheCause() {
        assertThat(Json.text(CommandStatus.of(ApiException.badRequest("container not found (\"main\")"))))
                .contains(
                        "\"reason\":\"InternalError\"", "Internal error occurred: container not found (\\\"main\\\")");
    }

    @Test
    void aTerminalHasOneOutput() {
        assertThat(new CommandOptions(true, true, true, true).stderr()).isFalse();
        assertThat(new CommandOptions(false, true, true, false).stderr()).isTrue();
        assertThatThrownBy(() -> new CommandOptions(false, false, false, true))
                .isInstanceOf(ApiException.class)
                .hasMessage("you must specify at least 1 of stdin, stdout, stderr");
    }

    @Test
    void theSizeOfAWindowIsReadAsClientsWriteIt() {
        assertThat(WindowSize.of(Buffer.buffer("{\"Width\":120,\"Height\":40}\n")))
                .contains(new WindowSize(120, 40));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "80x24",
                "[]",
                "{\"Width\":0,\"Height\":24}",
                "{\"Width\":80}",
                "{\"Width\":80,\"Height\":70000}",
                "{\"Width\":-1,\"Height\":-1}"
            })
    void aSizeThatMakesNoSenseIsPassedOver(String text) {
        assertThat(WindowSize.of(Buffer.buffer(text))).isEmpty();
    }

    @Test
    void theFirstProtocolOfTheClientThatWeSpeakIsChosen() {
        UpgradeRequest webSocket = UpgradeRequest.of(MultiMap.caseInsensitiveMultiMap()
                .add("Upgrade", "websocket")
                .add("Sec-WebSocket-Protocol", "v9.channel.k8s.io, v5.channel.k8s.io,v4.channel.k8s.io"));
        UpgradeRequest spdy = UpgradeRequest.of(MultiMap.caseInsensitiveMultiMap()
                .add("upgrade", "SPDY/3.1")
                .add("X-Stream-Protocol-Version", "v5.channel.k8s.io")
                .add("X-Stream-Protocol-Version", "v4.channel.k8s.io"));

        assertThat(webSocket.transport()).isEqualTo(Transport.WEB_SOCKET);
        assertThat(webSocket.choose(RemoteCommandServer.WEB_SOCKET_PROTOCOLS)).isEqualTo("v5.channel.k8s.io");
        assertThat(spdy.transport()).isEqualTo(Transport.SPDY);
        assertThat(spdy.choose(List.of("v4.channel.k8s.io"))).isEqualTo("v4.channel.k8s.io");
    }

    @Test
    void whoSpeaksNothingThatWeDoIsTold() {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Upgrade", "websocket");

        assertThatThrownBy(() -> UpgradeRequest.of(headers).choose(List.of("v5.channel.k8s.io")))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("client supports [], server accepts [v5.channel.k8s.io]");
        assertThatThrownBy(() -> UpgradeRequest.of(MultiMap.caseInsensitiveMultiMap()))
                .isInstanceOf(ApiException.class)
                .hasMessage("Upgrade request required");
    }
}
