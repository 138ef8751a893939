package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** LOCAL-72, LOCAL-73, trap 22. */
final class NameRewriterTest {
    private static final Map<String, String> NAMES =
            Map.of("demo-0", "127.0.0.2", "demo-0.demo", "127.0.0.2", "demo-0.demo.ns.svc.cluster.local", "127.0.0.2");

    private final NameRewriter rewriter =
            new NameRewriter(name -> Optional.ofNullable(NAMES.get(name)), port -> port == 29500 ? 41873 : port);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "demo-0.demo|127.0.0.2",
                "demo-0.demo:29500|127.0.0.2:41873",
                "--rdzv_endpoint=demo-0.demo:29500|--rdzv_endpoint=127.0.0.2:41873",
                "tcp://demo-0:29500/x|tcp://127.0.0.2:41873/x",
                "demo-0.demo.ns.svc.cluster.local,demo-0|127.0.0.2,127.0.0.2",
                "user@demo-0|user@127.0.0.2",
                "127.0.0.2:29500|127.0.0.2:41873",
                "demo-0:29501|127.0.0.2:29501",
                "demo-0:295000|127.0.0.2:295000",
                "demo-01|demo-01",
                "xdemo-0|xdemo-0",
                "a-demo-0|a-demo-0",
                "demo-0.demo.py|demo-0.demo.py",
                "29500|29500",
                "other:29500|other:29500",
                "demo_0 demo-0_x|demo_0 demo-0_x"
            })
    void onlyWholeNamesAndThePortsBehindThemAreReplaced(String text, String expected) {
        assertThat(rewriter.rewrite(text)).isEqualTo(expected);
    }

    @Property(seed = "20260101")
    void rewritingTwiceIsRewritingOnce(@ForAll String text) {
        String once = rewriter.rewrite("demo-0:29500 " + text);

        assertThat(rewriter.rewrite(once)).isEqualTo(once);
    }

    @Property(seed = "20260101")
    void aTextWithoutNamesStaysAsItIs(@ForAll String text) {
        NameRewriter nothing = new NameRewriter(name -> Optional.empty(), port -> port);

        assertThat(nothing.rewrite(text)).isEqualTo(text);
    }
}
