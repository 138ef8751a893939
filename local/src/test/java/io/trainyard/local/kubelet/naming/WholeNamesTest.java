package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** LOCAL-72, traps 21 and 22, with the addresses that pods really get. */
final class WholeNamesTest {
    private static final List<String> BEFORE = List.of("", " ", "=", ":", ",", ";", "\"", "'", "@", "/", "[", "(", "|");
    private static final List<String> AFTER = List.of("", " ", ",", ";", "\"", "'", "/", "]", ")", "|", "?");
    private static final List<String> FORMS = List.of("", ".team", ".team.svc", ".team.svc.cluster.local");

    private static final List<PodSpec> PODS =
            IntStream.range(0, 64).mapToObj(WholeNamesTest::pod).toList();

    private static PodSpec pod(int index) {
        return PodSpec.of(Tree.object(Yaml.parse(
                "{metadata: {name: p-%1$d, namespace: team, uid: u%1$d}, spec: {hostname: demo-node-0-%1$d, subdomain: demo, containers: []}}"
                        .formatted(index))));
    }

    private static AddressBook book(int pods) {
        AddressBook book = new AddressBook(number -> "127.77.0." + (2 + number));
        for (int index = 0; index < pods; index++) {
            book.admit(PODS.get(index));
        }
        return book;
    }

    private static NameRewriter rewriter(AddressBook book) {
        return new NameRewriter(name -> book.resolve("team", name), port -> port == 29500 ? 41873 : port);
    }

    @Property(seed = "20260101")
    void everyNodeIsReplacedByItsOwnAddressWhereverANameMayStand(
            @ForAll @IntRange(max = 63) int index,
            @ForAll("before") String before,
            @ForAll("after") String after,
            @ForAll("forms") String form) {
        AddressBook book = book(64);
        String address = book.admit(PODS.get(index));

        assertThat(rewriter(book).rewrite(before + "demo-node-0-" + index + ".demo" + form + after))
                .isEqualTo(before + address + after);
        assertThat(rewriter(book).rewrite(before + "demo-node-0-" + index + ".demo" + form + ":29500" + after))
                .isEqualTo(before + address + ":41873" + after);
    }

    @Property(seed = "20260101")
    void aNameInsideALongerOneIsLeftAlone(@ForAll @IntRange(max = 9) int index, @ForAll("letters") String more) {
        AddressBook book = book(10);

        // It may be the name of a pod that is still to come, but not of this one.
        assertThat(rewriter(book).rewrite(more + "demo-node-0-" + index + ".demo"))
                .isNotIn(PODS.subList(0, 10).stream().map(book::admit).toList());
        for (String longer : List.of(
                "demo-node-0-" + index + more + ".demo",
                "demo-node-0-" + index + ".demo" + more,
                "demo-node-0-" + index + ".demo." + more + ".org")) {
            assertThat(rewriter(book).rewrite(longer)).isEqualTo(longer);
        }
    }

    @Property(seed = "20260101")
    void mountPathsAreReplacedByWholeComponentsTheLongestFirst(
            @ForAll("letters") String outer, @ForAll("letters") String inner, @ForAll("letters") String file) {
        PathTable table =
                new PathTable(Map.of("/" + outer, Path.of("/run/a"), "/" + outer + "/" + inner, Path.of("/run/b")));

        assertThat(table.rewrite("--in=/" + outer + "/" + inner + "/" + file + ",/" + outer + "/" + inner + "x"))
                .isEqualTo("--in=/run/b/" + file + ",/run/a/" + inner + "x");
        assertThat(table.rewrite("/" + outer + "x /x/" + outer)).isEqualTo("/" + outer + "x /x/" + outer);
    }

    @Provide
    Arbitrary<String> before() {
        return Arbitraries.of(BEFORE);
    }

    @Provide
    Arbitrary<String> after() {
        return Arbitraries.of(AFTER);
    }

    @Provide
    Arbitrary<String> forms() {
        return Arbitraries.of(FORMS);
    }

    @Provide
    Arbitrary<String> letters() {
        return Arbitraries.strings().withCharRange('a', 'w').ofMinLength(1).ofMaxLength(8);
    }
}
