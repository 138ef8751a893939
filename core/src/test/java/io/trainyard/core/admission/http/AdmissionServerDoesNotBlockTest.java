package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.loop.NonBlockingLoops;
import java.net.http.HttpClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("AdmissionServer does not block its event loop (FAB-72)")
@Timeout(120)
@Tag("cryptography")
final class AdmissionServerDoesNotBlockTest {
    private static final int LARGE = 3 * 1024 * 1024;

    @RegisterExtension
    final NonBlockingLoops loops = new NonBlockingLoops();

    @Test
    void largeReviewsThatAreSentBackChanged() {
        RunningServer server = RunningServer.start(loops.vertx(), request -> {
            Map<String, Object> changed = new LinkedHashMap<>(request.object().orElseThrow());
            changed.put("more", "field");
            return Uni.createFrom().item(AdmissionResponse.changed(changed, List.of()));
        });
        HttpClient http = server.client();
        byte[] large = Reviews.bytes(Reviews.creation("large", Map.of("data", Reviews.entries(LARGE))));
        // Decryption is slow until it is compiled.
        for (int i = 0; i < 15; i++) {
            server.post(http, large);
        }
        loops.warm();

        for (int i = 0; i < 5; i++) {
            assertThat(server.post(http, large).statusCode()).isEqualTo(200);
        }
    }
}
