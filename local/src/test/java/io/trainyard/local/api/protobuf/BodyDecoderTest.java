package io.trainyard.local.api.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** LOCAL-260, LOCAL-261: bodies in the protobuf form of Kubernetes. */
final class BodyDecoderTest {
    private static final List<Example> EXAMPLES = Example.all();
    /** Number of the field of a schema that has a schema. */
    private static final int NOT = 28;

    static List<Example> examples() {
        return EXAMPLES;
    }

    @ParameterizedTest
    @MethodSource("examples")
    @DisplayName("LOCAL-260: an object is the same as its JSON")
    void anObjectIsTheSameAsItsJson(Example example) {
        assertThat(BodyDecoder.decode(example.protobuf())).contains(example.json());
    }

    @Test
    @DisplayName("LOCAL-260: a kind without messages is none of ours")
    void aKindThatIsNotKnownHasNoTree() {
        assertThat(BodyDecoder.decode(Bytes.body("example.com/v1", "Secret", Bytes.of())))
                .isEmpty();
        assertThat(BodyDecoder.decode(Bytes.body("v1", "Pods", Bytes.of()))).isEmpty();
    }

    @Test
    @DisplayName("LOCAL-260: options of a deletion may have the version of any kind, custom ones too")
    void optionsOfADeletionHaveAnyVersion() {
        assertThat(BodyDecoder.decode(Bytes.body("example.com/v1", "DeleteOptions", Bytes.varint(1, 7))))
                .contains(Tree.of("apiVersion", "example.com/v1", "kind", "DeleteOptions", "gracePeriodSeconds", 7L));
    }

    @Test
    @DisplayName("LOCAL-260: fields that are not known are skipped, whatever their type")
    void fieldsThatAreNotKnownAreSkipped() {
        byte[] secret = Bytes.join(
                Bytes.varint(1000, -1),
                Bytes.text(1001, "something"),
                Bytes.of(1002 << 3 | 1, 1, 2, 3, 4, 5, 6, 7, 8),
                Bytes.of(1003 << 3 | 5, 1, 2, 3, 4),
                Bytes.text(3, "Opaque"));
        assertThat(decoded("v1", "Secret", secret)).containsEntry("type", "Opaque");
    }

    @Test
    @DisplayName("LOCAL-260: of a field that comes twice the last value counts, and messages are merged")
    void aFieldThatComesTwice() {
        byte[] secret = Bytes.join(
                Bytes.text(3, "first"),
                Bytes.field(1, Bytes.text(1, "name")),
                Bytes.field(1, Bytes.text(3, "space")),
                Bytes.text(3, ""));
        assertThat(decoded("v1", "Secret", secret))
                .containsEntry("metadata", Tree.of("name", "name", "namespace", "space"))
                .doesNotContainKey("type");
    }

    @Test
    @DisplayName("LOCAL-260: maps may have lists, of which empty ones are left out")
    void mapsOfLists() {
        byte[] user = Bytes.join(
                Bytes.text(1, "ada"),
                Bytes.field(
                        4,
                        Bytes.join(
                                Bytes.text(1, "scopes"),
                                Bytes.field(2, Bytes.join(Bytes.text(1, "a"), Bytes.text(1, "b"))))),
                Bytes.field(4, Bytes.join(Bytes.text(1, "empty"), Bytes.field(2, Bytes.of()))),
                Bytes.field(4, Bytes.text(1, "none")));
        Map<String, Object> review =
                decoded("authentication.k8s.io/v1", "SelfSubjectReview", Bytes.field(2, Bytes.field(1, user)));

        assertThat(Tree.child(review, "status", "userInfo"))
                .isEqualTo(Tree.of("username", "ada", "extra", Tree.of("scopes", List.of("a", "b"))));
    }

    @Test
    @DisplayName("LOCAL-260: lists of numbers may be packed")
    void listsOfNumbersMayBePacked() {
        byte[] packed = Bytes.field(4, Bytes.of(5, 6, 0x80, 0x01));
        byte[] single = Bytes.join(Bytes.varint(4, 5), Bytes.varint(4, 6), Bytes.varint(4, 128));
        for (byte[] groups : List.of(packed, single)) {
            Map<String, Object> pod = decoded("v1", "Pod", Bytes.field(2, Bytes.field(14, groups)));
            assertThat(Tree.at(pod, "spec", "securityContext", "supplementalGroups"))
                    .isEqualTo(List.of(5L, 6L, 128L));
        }
    }

    @Test
    @DisplayName("LOCAL-261: what is no such body is malformed")
    void whatIsNoSuchBodyIsMalformed() {
        assertMalformed(Bytes.of(), "does not begin with k8s");
        assertMalformed("{\"kind\": \"Secret\"}".getBytes(StandardCharsets.UTF_8), "does not begin");
        assertMalformed(Bytes.of('k', '8', 's', 0), "does not say its kind");
        assertMalformed(Bytes.body("v1", "Secret", Bytes.of(3 << 3 | 2, 5, 'a')), "ends in the middle");
        assertMalformed(
                Bytes.body("v1", "Secret", Bytes.join(Bytes.of(3 << 3 | 2), Bytes.number(-1))), "ends in the middle");
        assertMalformed(
                Bytes.body("v1", "Secret", Bytes.join(Bytes.of(3 << 3 | 2), Bytes.number(1L << 40))),
                "ends in the middle");
        assertMalformed(Bytes.body("v1", "Secret", Bytes.varint(3, 1)), "field 3 has the wire type 0 instead of 2");
        assertMalformed(Bytes.body("v1", "Secret", Bytes.of(9 << 3 | 3)), "unknown wire type 3");
        assertMalformed(Bytes.body("v1", "Secret", Bytes.of(9 << 3 | 7)), "unknown wire type 7");
        assertMalformed(Bytes.body("v1", "Secret", Bytes.of(0)), "no field has the number 0");
        byte[] endless = new byte[20];
        Arrays.fill(endless, (byte) 0xff);
        assertMalformed(Bytes.body("v1", "Secret", endless), "longer than 64 bits");
    }

    @Test
    @DisplayName("LOCAL-261: values that JSON cannot have are malformed")
    void valuesThatJsonCannotHaveAreMalformed() {
        for (long seconds : List.of(Long.MAX_VALUE, Long.MIN_VALUE, 253_402_300_800L)) {
            byte[] metadata = Bytes.field(1, Bytes.field(8, Bytes.varint(1, seconds)));
            assertMalformed(Bytes.body("v1", "Secret", metadata), "not within the years");
        }
        byte[] fields = Bytes.field(1, Bytes.field(17, Bytes.field(7, Bytes.text(1, "{"))));
        assertMalformed(Bytes.body("v1", "Secret", fields), "not JSON");
    }

    @Test
    @DisplayName("LOCAL-261: messages within messages are refused before the stack ends")
    void messagesWithinMessagesAreRefused() {
        byte[] schema = Bytes.of();
        for (int i = 0; i < 5_000; i++) {
            schema = Bytes.field(NOT, schema);
        }
        byte[] definition = Bytes.field(2, Bytes.field(7, Bytes.field(4, Bytes.field(1, schema))));
        assertMalformed(Bytes.body("apiextensions.k8s.io/v1", "CustomResourceDefinition", definition), "more than 100");
    }

    @Property(seed = "20260101")
    void anyBeginningOfABody(@ForAll("bodies") byte[] body, @ForAll int place) {
        assertGivesATreeOrIsMalformed(Arrays.copyOf(body, Math.floorMod(place, body.length)));
    }

    @Test
    @DisplayName("LOCAL-261: every beginning of a small body gives a tree or is malformed")
    void everyBeginningOfASmallBody() {
        for (Example example : EXAMPLES) {
            for (int length = 0; length < Math.min(example.protobuf().length, 1000); length++) {
                assertGivesATreeOrIsMalformed(Arrays.copyOf(example.protobuf(), length));
            }
        }
    }

    @Property(seed = "20260101")
    void aBodyWithWrongBytes(
            @ForAll("bodies") byte[] body, @ForAll @Size(min = 1, max = 8) List<Integer> places, @ForAll int seed) {
        byte[] wrong = body.clone();
        int value = seed;
        for (int place : places) {
            wrong[4 + Math.floorMod(place, body.length - 4)] = (byte) value;
            value = value * 31 + 17;
        }
        assertGivesATreeOrIsMalformed(wrong);
    }

    @Provide
    Arbitrary<byte[]> bodies() {
        return Arbitraries.of(EXAMPLES).map(Example::protobuf);
    }

    private static Map<String, Object> decoded(String apiVersion, String kind, byte[] message) {
        return BodyDecoder.decode(Bytes.body(apiVersion, kind, message)).orElseThrow();
    }

    private static void assertMalformed(byte[] body, String why) {
        assertThatThrownBy(() -> BodyDecoder.decode(body))
                .isInstanceOf(MalformedTextException.class)
                .hasMessageContaining(why);
    }

    private static void assertGivesATreeOrIsMalformed(byte[] body) {
        try {
            Optional<Map<String, Object>> tree = BodyDecoder.decode(body);
            assertThat(tree).isNotNull();
        } catch (MalformedTextException malformed) {
            assertThat(malformed).hasMessageMatching("(?s)not .+|more than .+");
        }
    }
}
