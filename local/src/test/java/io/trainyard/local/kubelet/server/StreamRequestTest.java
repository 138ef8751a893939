package io.trainyard.local.kubelet.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.streaming.ContainerReference;
import io.trainyard.local.streaming.portforward.ForwardedPod;
import io.trainyard.local.streaming.remotecommand.CommandOptions;
import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What an API server asks a node for so that somebody gets into a pod (LOCAL-187)")
final class StreamRequestTest {
    private static final ContainerReference MAIN = new ContainerReference("team", "worker-0", "main");

    private static MultiMap query(String... pairs) {
        MultiMap query = MultiMap.caseInsensitiveMultiMap();
        for (String pair : pairs) {
            query.add(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return query;
    }

    @Test
    void aProgramHasItsWordsInTheirOrderAndTheStreamsThatTheQueryNames() {
        assertThat(StreamRequest.parse(
                        "/exec/team/worker-0/main",
                        query("command=sh", "command=-c", "command=echo a/b", "input=1", "output=1", "error=1")))
                .contains(new StreamRequest.Exec(
                        MAIN, List.of("sh", "-c", "echo a/b"), new CommandOptions(true, true, true, false)));
        assertThat(StreamRequest.parse("/exec/team/worker-0/main", query("command=sh", "output=1", "tty=1")))
                .contains(new StreamRequest.Exec(MAIN, List.of("sh"), new CommandOptions(false, true, false, true)));
    }

    @Test
    void theMainProgramIsJoinedWithoutACommand() {
        assertThat(StreamRequest.parse("/attach/team/worker-0/main", query("output=1")))
                .contains(new StreamRequest.Attach(MAIN, new CommandOptions(false, true, false, false)));
    }

    @Test
    void portsAreThoseOfAPod() {
        assertThat(StreamRequest.parse("/portForward/team/worker-0", query("port=80", "port=443")))
                .contains(
                        new StreamRequest.PortForward(new ForwardedPod("team", "worker-0", ""), List.of("80", "443")));
    }

    @Test
    void whatMakesNoSenseIsRefusedInTheWordsOfAKubelet() {
        assertThatThrownBy(() -> StreamRequest.parse("/exec/team/worker-0/main", query("output=1")))
                .isInstanceOf(ApiException.class)
                .hasMessage("you must specify at least 1 command");
        assertThatThrownBy(() -> StreamRequest.parse("/attach/team/worker-0/main", query()))
                .isInstanceOf(ApiException.class)
                .hasMessage("you must specify at least 1 of stdin, stdout, stderr");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/exec/team/worker-0",
                "/exec/team/worker-0/main/more",
                "/exec/team/../main",
                "/exec/team/Worker/main",
                "/exec///",
                "/portForward/team",
                "/portForward/team/worker-0/main"
            })
    void otherPathsLeadNowhere(String path) {
        assertThat(StreamRequest.isAbout(path)).isTrue();
        assertThat(StreamRequest.parse(path, query("command=sh", "output=1", "port=80")))
                .isEmpty();
    }

    @Test
    void logsAreAnotherMatter() {
        assertThat(StreamRequest.isAbout("/containerLogs/team/worker-0/main")).isFalse();
        assertThat(StreamRequest.isAbout("/exec")).isFalse();
    }
}
