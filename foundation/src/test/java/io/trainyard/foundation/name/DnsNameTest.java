package io.trainyard.foundation.name;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DnsNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "0", "team-a", "a--b", "kube-system"})
    void wordsOfSmallLettersDigitsAndHyphensAreLabels(String name) {
        assertThat(DnsName.isLabel(name)).isTrue();
        assertThat(DnsName.isSubdomain(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", "-a", "a-", "A", "a_b", "ä", "a b", "a/b", ".", ".a", "a.", "a..b", "a.-b", "a-.b", "a\n"
            })
    void everythingElseIsNoName(String name) {
        assertThat(DnsName.isLabel(name)).isFalse();
        assertThat(DnsName.isSubdomain(name)).isFalse();
    }

    @Test
    void dotsStandBetweenTheWordsOfASubdomainOnly() {
        assertThat(DnsName.isSubdomain("a.b-c.0")).isTrue();
        assertThat(DnsName.isLabel("a.b-c.0")).isFalse();
    }

    @Test
    void aLabelHas63CharactersAtMostAndASubdomain253() {
        assertThat(DnsName.isLabel("a".repeat(63))).isTrue();
        assertThat(DnsName.isLabel("a".repeat(64))).isFalse();
        assertThat(DnsName.isSubdomain("a".repeat(253))).isTrue();
        assertThat(DnsName.isSubdomain("a".repeat(254))).isFalse();
    }
}
