package io.trainyard.plugins.volcano;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One part of the network.
 *
 * @param tier its height: the lower, the closer are its nodes
 * @param tierName name of the tier, or null
 * @param members what belongs to it; empty when nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record HyperNodeSpec(@Nullable Integer tier, @Nullable String tierName, List<Member> members) {
    public HyperNodeSpec {
        members = members == null ? List.of() : List.copyOf(members);
    }

    /**
     * Nodes or other HyperNodes.
     *
     * @param selector says which
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Member(@Nullable Selector selector) {}

    /**
     * Which members.
     *
     * @param labelMatch a label selector, or null when they are selected in another way
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Selector(@Nullable LabelMatch labelMatch) {}

    /**
     * A label selector.
     *
     * @param matchLabels labels and their values; empty when none
     * @param matchExpressions conditions on labels; empty when none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record LabelMatch(Map<String, String> matchLabels, List<Expression> matchExpressions) {
        public LabelMatch {
            matchLabels = matchLabels == null ? Map.of() : Map.copyOf(matchLabels);
            matchExpressions = matchExpressions == null ? List.of() : List.copyOf(matchExpressions);
        }

        Stream<String> keys() {
            return Stream.concat(
                    matchLabels.keySet().stream(),
                    matchExpressions.stream().flatMap(expression -> Stream.ofNullable(expression.key())));
        }
    }

    /**
     * A condition on a label.
     *
     * @param key key of the label
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Expression(@Nullable String key) {}

    /** Keys of the node labels by which its members are selected. */
    Stream<String> labels() {
        return members.stream()
                .flatMap(member -> Stream.ofNullable(member.selector()))
                .flatMap(selector -> Stream.ofNullable(selector.labelMatch()))
                .flatMap(LabelMatch::keys);
    }

    /** True when this part of the network is made of nodes by that label. */
    boolean isMadeBy(String label) {
        return label.equals(tierName) || labels().anyMatch(label::equals);
    }
}
