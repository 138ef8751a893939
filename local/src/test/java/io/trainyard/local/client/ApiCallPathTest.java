package io.trainyard.local.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ApiCallPathTest {
    @Test
    @DisplayName("a name that somebody wrote into a pod asks for nothing else of the API server (LOCAL-101)")
    void aNameIsOneSegment() {
        assertThat(ApiCall.of("GET", Resource.CONFIG_MAPS, "team", "../secrets/key?x#y")
                        .path())
                .isEqualTo("/api/v1/namespaces/team/configmaps/..%2Fsecrets%2Fkey%3Fx%23y");
    }
}
